/** Sets of pieces that one game has of its own, by what stands before the dash in a look. A new set is one
 * component and one line here. */

import type { Component } from "svelte";

import type { Look } from "../../boards/model";
import Chess from "./Chess.svelte";
import Xiangqi from "./Xiangqi.svelte";

/** `kind`: a piece by its letter; empty: the piece that stands for its side. */
export type SetPiece = Component<{ kind: string; side: string }>;

const SETS: Record<string, SetPiece> = { chess: Chess, xiangqi: Xiangqi };

/** What draws this look, and the side it is of; undefined for a look of no set. */
export function setPiece(look: Look): { Drawn: SetPiece; side: string } | undefined {
  const [name = "", side = ""] = look.split("-");
  const Drawn = SETS[name];
  return Drawn && { Drawn, side };
}
