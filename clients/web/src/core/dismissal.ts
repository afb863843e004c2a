/** The reasons with which the server closes a connection for good, and what they mean to the user. */

export type Dismissal = "elsewhere" | "flood" | "ended" | "banned" | "other";

const WHY: Record<string, Dismissal> = {
  "another socket of yours has come": "elsewhere",
  "too many frames": "flood",
  "too many malformed frames": "flood",
  "logged out": "ended",
  "token revoked": "ended",
  "token expired": "ended",
};

/** The kind of a close reason; `other` for one that is not known. */
export function whyDismissed(reason: string): Dismissal {
  if (/^banned\b/.test(reason)) return "banned";
  return WHY[reason] ?? "other";
}

/** Until when (Unix ms; null: for good) and why the operator has banned or muted somebody. */
export interface Sanction {
  until: number | null;
  why: string;
}

const SANCTION = /\b(?:banned|muted)(?: until (\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC)?: ([^]*)$/;

/** The sanction in a sentence of the server like `banned until 2026-01-31 12:00 UTC: spam`; null: none. */
export function sanctionOf(sentence: string): Sanction | null {
  const found = SANCTION.exec(sentence);
  if (!found) return null;
  const [, day, time, why = ""] = found;
  return { until: day && time ? Date.parse(`${day}T${time}Z`) : null, why: why.replace(/\.$/, "") };
}
