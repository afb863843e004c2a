/** The reasons for which the server closes a connection for good, and their kinds as shown to the user. */

export type Dismissal = "elsewhere" | "flood" | "ended" | "banned" | "other";

const DISMISSALS: Record<string, Dismissal> = {
  "another socket of yours has come": "elsewhere",
  "too many frames": "flood",
  "too many malformed frames": "flood",
  "logged out": "ended",
  "token revoked": "ended",
  "token rotated": "ended",
  "token expired": "ended",
};

/** The kind of a close reason; `other` for an unknown one. */
export function dismissalOf(reason: string): Dismissal {
  if (/^banned\b/.test(reason)) return "banned";
  return DISMISSALS[reason] ?? "other";
}

/** The end (Unix ms; null: permanent) and the reason of a ban or mute by the operator. */
export interface Sanction {
  until: number | null;
  why: string;
}

const SANCTION = /\b(?:banned|muted)(?: until (\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC)?: ([^]*)$/;

/** Parses a sentence of the server such as `banned until 2026-01-31 12:00 UTC: spam`; null: it names no sanction. */
export function sanctionOf(sentence: string): Sanction | null {
  const found = SANCTION.exec(sentence);
  if (!found) return null;
  const [, day, time, why = ""] = found;
  return { until: day && time ? Date.parse(`${day}T${time}Z`) : null, why: why.replace(/\.$/, "") };
}
