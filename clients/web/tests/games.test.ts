/** What is shared by the games names none of them: whatever is one game's own is behind its face. */

import { describe, expect, it, vi } from "vitest";

import { FACES } from "../src/boards";
import { en } from "../src/texts/en";
import { sources } from "./sources";

const IDS = Object.keys(FACES);
const NAMES = ["tic-tac-toe", "ox-horn", "reversi", "einstein", "gammon"];
/** A game's own files, and the two lists that name them all. */
const OWN = new RegExp(`^(boards/(${IDS.join("|")}|index)\\b.*|parts/pieces/.*|texts/games/.*)$`);

/** The words in a text by which a game is named. */
function gamesNamed(text: string): string[] {
  return [...text.matchAll(new RegExp(`(?<![a-z])(${[...IDS, ...NAMES].join("|")})`, "gi"))].map(([word]) => word);
}

describe("code that the games share", () => {
  const shared = [...sources].filter(([path]) => !OWN.test(path));

  it.each(shared)("%s names no game", (_, text) => {
    expect(gamesNamed(text)).toEqual([]);
  });

  it("would be found out if it named one", () => {
    expect(gamesNamed('import { ewn } from "./ewn"; const ChessPiece = 1; // EinStein')).toEqual(["ewn", "ewn", "Chess", "EinStein"]);
    expect(gamesNamed("the renewed view of a board")).toEqual([]);
  });
});

describe("looks", () => {
  const plain = Object.keys(en.pieces).filter((name) => !name.includes(" "));

  it.each(Object.entries(FACES))("of %s can be drawn", async (_, face) => {
    vi.stubGlobal("navigator", { languages: ["en"] }); // which the drawn pieces ask for their script
    const { setPiece } = await import("../src/parts/pieces");
    for (const look of face.looks) expect(plain.includes(look) || setPiece(look) !== undefined).toBe(true);
  });
});
