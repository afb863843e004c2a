/** The words with which the server closes a connection for good, and what they mean to a person. */

export type Dismissal = "elsewhere" | "flood" | "ended" | "banned" | "other";

const WHY: Record<string, Dismissal> = {
  "another socket of yours has come": "elsewhere",
  "too many frames": "flood",
  "too many malformed frames": "flood",
  "logged out": "ended",
  "token revoked": "ended",
  "token expired": "ended",
};

/** What to say of a close reason; what is not known is said in general. */
export function whyDismissed(reason: string): Dismissal {
  if (/^banned\b/.test(reason)) return "banned";
  return WHY[reason] ?? "other";
}
