/** Why a player who was asked by name does not get this challenge. Pure. */

import type { SheetFormTexts } from "../../texts/sheet-form/en";

/** The refusal in words; undefined: it is not about the player. `name`: the player who was asked; empty: nobody. */
export function askFailureText({ code, message }: { code: string; message: string }, name: string, t: SheetFormTexts): string | undefined {
  if (code === "person_unavailable") return t.unavailable(name);
  if (code === "declined_lately") return t.declinedLately(name);
  return name && code === "too_fast" && message.includes("already has a challenge to answer") ? t.notAnswered(name) : undefined;
}
