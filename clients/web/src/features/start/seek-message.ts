import type { Seek, Seeking } from "../../protocol";
import type { SeekTerms } from "./pairing";

/** The message that looks for an opponent. */
export function seekMessage({ request: { game_type, control, settings, setup }, seat }: SeekTerms, id: string): Seek {
  return { type: "seek", id, game_type, control, settings: settings ?? {}, seat: seat ?? null, ...(setup?.rated && { rated: true }) };
}

/** What the server says of a search, once or again: the search lasts on. */
export function withAnswer<Of extends object>(search: Of, { others = 0, same_seat: sameSeat = false }: Seeking): Of & { others: number; sameSeat: boolean } {
  return { ...search, others, sameSeat };
}
