/** All of one game lies in one folder, found by its name: what is shared names no game, and no folder lacks anything. */

import { describe, expect, it } from "vitest";

import type { Face } from "../src/boards/model";
import { FACES } from "../src/games";
import { wordsOf } from "../src/games/words";
import { type GameTexts, LANGUAGES } from "../src/texts";
import { sources } from "./sources";

/** What the engines' folders say of their games. */
const DATA: Record<string, string> = import.meta.glob("../../../engines/core/games/*/game.toml", { query: "?raw", import: "default", eager: true });
const TEXTS = import.meta.glob<GameTexts>("../src/games/*/texts.ts", { import: "texts", eager: true });
const TESTS: Record<string, string> = import.meta.glob("./*.ts", { query: "?raw", import: "default", eager: true });

interface Game {
  id: string;
  name: string;
  seats: string[];
}

function game([path, data]: [string, string]): Game {
  const [, name = ""] = /^en = "(.*)"$/m.exec(data) ?? [];
  const [, seats = "[]"] = /^seat_names = (\[.*\])$/m.exec(data) ?? [];
  return { id: path.split("/").at(-2) ?? "", name, seats: JSON.parse(seats) as string[] };
}

const GAMES = Object.entries(DATA).map(game);
/** What a game goes by: its id, its name, and any long word of that. */
const NAMES = GAMES.flatMap(({ id, name }) => [id, name, ...name.split(" ").filter((word) => word.length > 7)]);

/** The words in a text by which a game is named. */
function gamesNamed(text: string): string[] {
  return [...text.matchAll(new RegExp(`(?<![a-z])(${NAMES.join("|")})`, "gi"))].map(([word]) => word);
}

describe("code that the games share", () => {
  const shared = [...sources].filter(([path]) => !/^games\/[^/]+\//.test(path));

  it.each([...shared, ...Object.entries(TESTS)])("%s names no game", (_, text) => {
    expect(gamesNamed(text)).toEqual([]);
  });

  it.each(GAMES)("would be found out if it named $id", ({ id, name }) => {
    expect(gamesNamed(`import { face } from "./${id}/face";`)).toEqual([id]);
    expect(gamesNamed(`const ${id}Piece = 1; // ${name}`).length).toBe(2);
    expect(gamesNamed("the renewed view of a board")).toEqual([]);
  });
});

/** The names of all texts, with those under which they stand. */
function keys(words: object, under = ""): string[] {
  return Object.entries(words).flatMap(([name, text]) => (typeof text === "object" ? keys(text as object, `${under}${name}.`) : [`${under}${name}`])).sort();
}

/** What a game's folder has to have and has not. */
function lacking({ id, seats }: Game, face: Face | undefined, texts: GameTexts | undefined): string[] {
  if (!face) return ["a face"];
  if (!texts) return ["texts"];
  const drawing = face.draw(face.sample, null);
  const drawn = [...drawing.pieces, ...(drawing.stacked ?? [])];
  const own = [...face.looks, ...drawn.map(({ look }) => look)].some((look) => look.startsWith("own-"));
  return LANGUAGES.flatMap(([language]) => {
    const words = wordsOf(id, language);
    const unnamed = drawn.filter(({ look, text }) => !words.pieces[`${look} ${text ?? ""}`] && !words.pieces[look]);
    return [
      ...(keys(texts[language]).join() === keys(texts.en).join() ? [] : [`the same texts in ${language}`]),
      ...seats.filter((seat) => !words.seats[seat]).map((seat) => `the seat ${seat} in ${language}`),
      ...unnamed.map(({ look, text }) => `the piece ${look} ${text ?? ""} in ${language}`),
    ];
  }).concat(own && !face.Pieces ? ["its own pieces"] : []);
}

describe("the folder of a game", () => {
  it("is there for each game of the engines, and for no other", () => {
    expect(GAMES.length).toBeGreaterThan(1);
    expect(Object.keys(FACES).sort()).toEqual(GAMES.map(({ id }) => id).sort());
  });

  it.each(GAMES)("$id lacks nothing", (game) => {
    expect(game.seats.length).toBeGreaterThan(0);
    expect(lacking(game, FACES[game.id], TEXTS[`../src/games/${game.id}/texts.ts`])).toEqual([]);
  });

  it("is told what it lacks", () => {
    const one: Game = { id: "mygame", name: "My game", seats: ["green"] };
    const face: Face = {
      sample: "",
      looks: ["own-green"],
      sides: 0,
      steps: () => [],
      draw: () => ({ width: 1, height: 1, ground: "paper", places: "cells", lines: [], dots: [], labels: [], goals: [], spots: [], pieces: [{ spot: "a1", look: "own-green", text: "k" }] }),
    };
    const texts: GameTexts = { en: { ends: { over: "over" } }, "zh-Hans": { ends: { over: "完" } }, "zh-Hant": {} };
    expect(lacking(one, undefined, undefined)).toEqual(["a face"]);
    expect(lacking(one, face, undefined)).toEqual(["texts"]);
    expect(lacking(one, face, texts)).toEqual([
      ...["the seat green in en", "the piece own-green k in en"],
      ...["the seat green in zh-Hans", "the piece own-green k in zh-Hans"],
      ...["the same texts in zh-Hant", "the seat green in zh-Hant", "the piece own-green k in zh-Hant"],
      "its own pieces",
    ]);
  });
});

describe("the words of a game", () => {
  it("come before the shared ones, and are no other game's", () => {
    for (const [path, { en }] of Object.entries(TEXTS)) {
      const id = path.split("/").at(-2) ?? "";
      expect(wordsOf(id, "en")).toMatchObject(en);
      for (const kind of ["settings", "pieces", "seats", "moves", "ends"] as const)
        for (const word of Object.keys(en[kind] ?? {})) expect(wordsOf("mygame", "en")[kind]).not.toHaveProperty([word]);
    }
  });
});
