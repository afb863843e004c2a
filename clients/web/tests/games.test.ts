/** Everything of a game is in one folder, found by its name: shared code names no game, and every folder is complete. */

import { describe, expect, it } from "vitest";

import type { GameView } from "../src/games/boards/model";
import { type GameTranslations, LANGUAGES } from "../src/texts";
import { GAME_VIEWS, gameTextsOf } from "./game-views";
import { sources } from "./sources";

/** `game.toml` of each game of the engines. */
const DATA: Record<string, string> = import.meta.glob("../../../engines/games/*/game.toml", { query: "?raw", import: "default", eager: true });
/** Settings and ends, a section a game. */
const PAGE: Record<string, string> = import.meta.glob("../../../docs/reference/games.md", { query: "?raw", import: "default", eager: true });
const TEXTS = import.meta.glob<GameTranslations>("../src/games/*/texts.ts", { import: "texts", eager: true });
const TESTS: Record<string, string> = import.meta.glob(["./*.ts", "./isolated/*.ts"], { query: "?raw", import: "default", eager: true });

interface Game {
  id: string;
  name: string;
  /** Whether the id is an everyday word, which counts as a name only in a path. */
  isEverydayWord: boolean;
  seats: string[];
  /** Settings, and those of their values that are not numbers. */
  settings: string[];
  ends: string[];
}

/** The texts in backquotes. */
function quoted(text = ""): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
}

/** The settings and the ends of a game, as the page about the games lists them. */
function documented(id: string, page = Object.values(PAGE)[0] ?? ""): Pick<Game, "settings" | "ends"> {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${id}\n`)) ?? "";
  const items = section.split(/^- /m);
  const settings = items.flatMap((item) => quoted(/^Setting `\w+`: (?:(?:`\w+`|\d+)(?:, )?)+/.exec(item)?.[0]));
  return { settings: settings.filter((word) => !/^\d+$/.test(word)), ends: quoted(items.find((item) => item.startsWith("Ends:"))) };
}

function game([path, data]: [string, string]): Game {
  const [, name = ""] = /^en = "(.*)"$/m.exec(data) ?? [];
  const [, seats = "[]"] = /^seat_names = (\[.*\])$/m.exec(data) ?? [];
  const id = path.split("/").at(-2) ?? "";
  return { id, name, isEverydayWord: id.length <= 2 || /^everyday_word = true$/m.test(data), seats: JSON.parse(seats) as string[], ...documented(id) };
}

const GAMES = Object.entries(DATA).map(game);
/** Ids that are everyday words count only as a whole text or in a path. */
const WORDS = GAMES.filter(({ isEverydayWord }) => isEverydayWord).map(({ id }) => id);
/** The names of games: ids, names, and long words of names. */
const NAMES = GAMES.flatMap(({ id, name }) => [id, name, ...name.split(" ").filter((word) => word.length > 7)]).filter((name) => !WORDS.includes(name.toLowerCase()));
const PATTERN = new RegExp([...NAMES.map((name) => `(?<![a-z])${name}`), ...WORDS.map((name) => `(?<=/|[^=]")${name.toLowerCase()}(?=["/])`)].join("|"), "gi");

/** The names of games in a text. */
function gamesNamed(text: string): string[] {
  return [...text.matchAll(PATTERN)].map(([word]) => word);
}

describe("code that the games share", () => {
  const shared = [...sources].filter(([path]) => !/^games\/[^/]+\//.test(path));

  it.each([...shared, ...Object.entries(TESTS)])("%s names no game", (_, text) => {
    expect(gamesNamed(text)).toEqual([]);
  });

  it.each(GAMES)("is searched for $id", ({ id, name, isEverydayWord }) => {
    expect(gamesNamed(`import { gameView } from "./${id}/gameView";`)).toEqual([id]);
    expect(gamesNamed(isEverydayWord ? `play("${id}"); // as "${id}"` : `const ${id}Piece = 1; // ${name}`).length).toBe(2);
    expect(gamesNamed("the renewed view of a board")).toEqual([]);
  });
});

/** The keys of all texts, as dotted paths. */
function keys(texts: object, under = ""): string[] {
  return Object.entries(texts).flatMap(([name, text]) => (typeof text === "object" ? keys(text as object, `${under}${name}.`) : [`${under}${name}`])).sort();
}

/** The required things that a game's folder lacks. */
function missingParts({ id, seats, settings, ends }: Game, gameView: GameView | undefined, texts: GameTranslations | undefined): string[] {
  if (!gameView) return ["a gameView"];
  if (!texts) return ["texts"];
  const drawing = gameView.draw(gameView.sample, null);
  const drawn = [...drawing.pieces, ...(drawing.stacked ?? [])];
  const hasCustomLooks = [...gameView.looks, ...drawn.map(({ look }) => look)].some((look) => look.startsWith("custom-"));
  return LANGUAGES.flatMap(([language]) => {
    const gameTexts = gameTextsOf(id, language);
    const unnamed = drawn.filter(({ look, text }) => !gameTexts.pieces[`${look} ${text ?? ""}`] && !gameTexts.pieces[look]);
    return [
      ...(keys(texts[language]).join() === keys(texts.en).join() ? [] : [`the same texts in ${language}`]),
      ...seats.filter((seat) => !gameTexts.seats[seat]).map((seat) => `the seat ${seat} in ${language}`),
      ...settings.filter((word) => !gameTexts.settings[word]).map((word) => `the setting ${word} in ${language}`),
      ...ends.filter((end) => !gameTexts.ends[end]).map((end) => `the end ${end} in ${language}`),
      ...unnamed.map(({ look, text }) => `the piece ${look} ${text ?? ""} in ${language}`),
    ];
  }).concat(hasCustomLooks && !gameView.Pieces ? ["its own pieces"] : []);
}

describe("the folder of a game", () => {
  it("exists for each game of the engines, and for no other", () => {
    expect(GAMES.length).toBeGreaterThan(1);
    expect(Object.keys(GAME_VIEWS).sort()).toEqual(GAMES.map(({ id }) => id).sort());
  });

  it.each(GAMES)("$id is complete", (game) => {
    expect(Math.min(game.seats.length, game.ends.length)).toBeGreaterThan(0);
    expect(missingParts(game, GAME_VIEWS[game.id], TEXTS[`../src/games/${game.id}/texts.ts`])).toEqual([]);
  });

  it("is reported as incomplete", () => {
    const page = "## other\n\n- Ends: `won`.\n\n## mygame\n\n- Setting `size`: `wide`, 8, `5`: as wide.\n- Ends: `over`,\n  `all over`; or `draw`.\n";
    const one: Game = { id: "mygame", name: "My game", isEverydayWord: false, seats: ["green"], ...documented("mygame", page) };
    const gameView: GameView = {
      sample: "",
      looks: ["custom-green"],
      dieSides: 0,
      moveSpots: () => [],
      draw: () => ({ width: 1, height: 1, ground: "paper", spotKind: "cells", lines: [], dots: [], labels: [], goals: [], spots: [], pieces: [{ spot: "a1", look: "custom-green", text: "k" }] }),
    };
    const texts: GameTranslations = { en: { ends: { over: "over" } }, "zh-Hans": { ends: { over: "完" } }, "zh-Hant": {} };
    const missing = (language: string) => ["seat green", "setting wide", "end over", "end all over", "end draw", "piece custom-green k"].map((word) => `the ${word} in ${language}`);
    expect(missingParts(one, undefined, undefined)).toEqual(["a gameView"]);
    expect(missingParts(one, gameView, undefined)).toEqual(["texts"]);
    expect(missingParts(one, gameView, texts)).toEqual([
      ...missing("en"),
      ...missing("zh-Hans"),
      ...["the same texts in zh-Hant", ...missing("zh-Hant")],
      "its own pieces",
    ]);
  });
});

describe("the texts of a game", () => {
  it("include repetition, by which any game may end", () => {
    for (const [language] of LANGUAGES) expect(gameTextsOf("mygame", language).ends).toHaveProperty("repetition");
  });

  it("override the shared ones, and belong to no other game", () => {
    for (const [path, { en }] of Object.entries(TEXTS)) {
      const id = path.split("/").at(-2) ?? "";
      expect(gameTextsOf(id, "en")).toMatchObject(en);
      for (const kind of ["settings", "pieces", "seats", "moves", "ends"] as const)
        for (const [word, text] of Object.entries(en[kind] ?? {})) expect(gameTextsOf("mygame", "en")[kind][word]).not.toBe(text);
    }
  });
});
