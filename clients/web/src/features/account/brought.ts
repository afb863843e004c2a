import type { Merged } from "../../protocol";
import type { Brought } from "../../texts/account/en";

/** What a guest has brought into an account; null: nothing. Pure. */
export function broughtBy(merged: Merged | null | undefined): Brought | null {
  const { name = "", games = 0, bots = 0, imports = 0 } = merged ?? {};
  return games + bots + imports > 0 ? { name, games, bots, imports } : null;
}
