import type { Seek } from "../../protocol";
import type { SeekTerms } from "./pairing";

/** The message that looks for an opponent. */
export function seekMessage({ request: { game_type, control, settings, setup }, seat }: SeekTerms, id: string): Seek {
  return { type: "seek", id, game_type, control, settings: settings ?? {}, seat: seat ?? null, ...(setup?.rated && { rated: true }) };
}
