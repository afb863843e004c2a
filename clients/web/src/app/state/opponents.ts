/** The names of all other players in a game, including those for whom seats are reserved. */

import type { GameSummary } from "../../protocol";
import { seatName } from "../words/format";
import { prefs } from "./prefs.svelte";
import { world } from "./world.svelte";

export function opponentsText({ seats, you, your_seats = [] }: GameSummary): string {
  const others = seats.filter(({ player, reserved }, seat) => seat !== you && !your_seats.includes(seat) && !world.isYou(player?.name ?? reserved));
  return others.map((seat) => seatName(seat, prefs.t)).join(", ");
}
