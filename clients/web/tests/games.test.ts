/** All of one game lies in one folder, found by its name: what is shared names no game, and no folder lacks anything. */

import { describe, expect, it } from "vitest";

import type { Face } from "../src/boards/model";
import { FACES } from "../src/games";
import { wordsOf } from "../src/games/words";
import { type GameTexts, LANGUAGES } from "../src/texts";
import { sources } from "./sources";

/** What the engines' folders say of their games. */
const DATA: Record<string, string> = import.meta.glob("../../../engines/core/games/*/game.toml", { query: "?raw", import: "default", eager: true });
/** Settings and ends, a section a game. */
const PAGE: Record<string, string> = import.meta.glob("../../../docs/reference/games.md", { query: "?raw", import: "default", eager: true });
const TEXTS = import.meta.glob<GameTexts>("../src/games/*/texts.ts", { import: "texts", eager: true });
const TESTS: Record<string, string> = import.meta.glob("./*.ts", { query: "?raw", import: "default", eager: true });

interface Game {
  id: string;
  name: string;
  seats: string[];
  /** Settings, and those of their values that are words. */
  settings: string[];
  ends: string[];
}

/** What stands in backquotes. */
function quoted(text = ""): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
}

/** The settings and the ends of a game, as the page about the games lists them. */
function listed(id: string, page = Object.values(PAGE)[0] ?? ""): Pick<Game, "settings" | "ends"> {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${id}\n`)) ?? "";
  const items = section.split(/^- /m);
  const settings = items.flatMap((item) => quoted(/^Setting `\w+`: (?:(?:`\w+`|\d+)(?:, )?)+/.exec(item)?.[0]));
  return { settings: settings.filter((word) => !/^\d+$/.test(word)), ends: quoted(items.find((item) => item.startsWith("Ends:"))) };
}

function game([path, data]: [string, string]): Game {
  const [, name = ""] = /^en = "(.*)"$/m.exec(data) ?? [];
  const [, seats = "[]"] = /^seat_names = (\[.*\])$/m.exec(data) ?? [];
  const id = path.split("/").at(-2) ?? "";
  return { id, name, seats: JSON.parse(seats) as string[], ...listed(id) };
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
function lacking({ id, seats, settings, ends }: Game, face: Face | undefined, texts: GameTexts | undefined): string[] {
  if (!face) return ["a face"];
  if (!texts) return ["texts"];
  const drawing = face.draw(face.sample, null);
  const drawn = [...drawing.pieces, ...(drawing.stacked ?? [])];
  const own = [...face.looks, ...drawn.map(({ look }) => look)].some((look) => look.startsWith("custom-"));
  return LANGUAGES.flatMap(([language]) => {
    const words = wordsOf(id, language);
    const unnamed = drawn.filter(({ look, text }) => !words.pieces[`${look} ${text ?? ""}`] && !words.pieces[look]);
    return [
      ...(keys(texts[language]).join() === keys(texts.en).join() ? [] : [`the same texts in ${language}`]),
      ...seats.filter((seat) => !words.seats[seat]).map((seat) => `the seat ${seat} in ${language}`),
      ...settings.filter((word) => !words.settings[word]).map((word) => `the setting ${word} in ${language}`),
      ...ends.filter((end) => !words.ends[end]).map((end) => `the end ${end} in ${language}`),
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
    expect(Math.min(game.seats.length, game.ends.length)).toBeGreaterThan(0);
    expect(lacking(game, FACES[game.id], TEXTS[`../src/games/${game.id}/texts.ts`])).toEqual([]);
  });

  it("is told what it lacks", () => {
    const page = "## other\n\n- Ends: `won`.\n\n## mygame\n\n- Setting `size`: `wide`, 8, `5`: as wide.\n- Ends: `over`,\n  `all over`; or `draw`.\n";
    const one: Game = { id: "mygame", name: "My game", seats: ["green"], ...listed("mygame", page) };
    const face: Face = {
      sample: "",
      looks: ["custom-green"],
      dieSides: 0,
      steps: () => [],
      draw: () => ({ width: 1, height: 1, ground: "paper", spotKind: "cells", lines: [], dots: [], labels: [], goals: [], spots: [], pieces: [{ spot: "a1", look: "custom-green", text: "k" }] }),
    };
    const texts: GameTexts = { en: { ends: { over: "over" } }, "zh-Hans": { ends: { over: "完" } }, "zh-Hant": {} };
    const missing = (language: string) => ["seat green", "setting wide", "end over", "end all over", "end draw", "piece custom-green k"].map((word) => `the ${word} in ${language}`);
    expect(lacking(one, undefined, undefined)).toEqual(["a face"]);
    expect(lacking(one, face, undefined)).toEqual(["texts"]);
    expect(lacking(one, face, texts)).toEqual([
      ...missing("en"),
      ...missing("zh-Hans"),
      ...["the same texts in zh-Hant", ...missing("zh-Hant")],
      "its own pieces",
    ]);
  });
});

describe("the words of a game", () => {
  it("say that a position has come again, by which any may end", () => {
    for (const [language] of LANGUAGES) expect(wordsOf("mygame", language).ends).toHaveProperty("repetition");
  });

  it("come before the shared ones, and are no other game's", () => {
    for (const [path, { en }] of Object.entries(TEXTS)) {
      const id = path.split("/").at(-2) ?? "";
      expect(wordsOf(id, "en")).toMatchObject(en);
      for (const kind of ["settings", "pieces", "seats", "moves", "ends"] as const)
        for (const word of Object.keys(en[kind] ?? {})) expect(wordsOf("mygame", "en")[kind]).not.toHaveProperty([word]);
    }
  });
});
