import { describe, expect, it } from "vitest";

import { type Choices, canBeRated, defaultChoices, request } from "../src/features/start/choices";
import { clockForm } from "../src/features/start/custom-control";
import { missedFirstMove } from "../src/features/start/form-words";
import { quickStart, quickStartText } from "../src/features/start/play-now";
import { choicesText, restoredChoices, withBot } from "../src/features/start/saved-choices";
import type { BotView, CatalogueGame } from "../src/protocol";
import { texts } from "../src/texts";
import { BLITZ } from "./helpers";

const mygame: CatalogueGame = {
  id: "mygame",
  names: { en: "My game" },
  seats: 2,
  draws: true,
  rules_version: 1,
  settings: [{ name: "size", default: 8, choices: [8, 6] }, { name: "heap", default: 20, least: 1, most: 99 }],
  seat_names: ["white", "black"],
  start: "",
  controls: [BLITZ, { kind: "unlimited" }],
};
const another = { ...mygame, id: "another", names: { en: "Another" }, settings: [] };
const bots: BotView[] = [{ name: "Deep", plays: ["mygame"], levels: 3 }, { name: "Ponderer", plays: ["mygame", "another"], levels: 5 }];
const usual = defaultChoices(mygame, bots);
const chosen: Choices = { ...usual, bot: "Ponderer", level: 2, control: 1, side: null, settings: { size: 6, heap: 30 } };

describe("a rated game", () => {
  it("needs the standard settings, a clock and the usual start", () => {
    const can = (more: Partial<Choices>) => canBeRated(mygame, { ...usual, ...more });
    expect([can({}), can({ control: 1 }), can({ settings: { size: 6, heap: 20 } }), can({ position: "x" })]).toEqual([true, false, false, false]);
    expect(request(mygame, { ...usual, rated: true }, 0, bots).setup).toEqual({ rated: true });
    expect(request(mygame, { ...usual, rated: true, control: 1 }, 0, bots).setup).toBeUndefined();
  });
});

describe("bots that take the seats of people who leave", () => {
  const table = { ...mygame, seats: 4 };
  const people: Choices = { ...usual, opponent: "seat" };

  it("do so unless it is switched off, in unrated games of three or more seats with other people", () => {
    const setup = (game: CatalogueGame, more: Partial<Choices>) => request(game, { ...people, ...more }, 0, bots).setup;
    expect([setup(table, {}), setup(table, { opponent: "link" })]).toEqual([{ bots_fill: true }, { bots_fill: true }]);
    expect([setup(mygame, {}), setup(table, { botsFill: false })]).toEqual([undefined, undefined]);
    expect(setup(table, { rated: true })).toEqual({ rated: true });
  });

  it("change what follows a missed first move", () => {
    const missed = (game: CatalogueGame, more: Partial<Choices> = {}) => missedFirstMove(game, { ...people, ...more }, bots);
    const open = { ...table, plays_on: true };
    expect([missed(table), missed(open)]).toEqual(["bot", "bot"]);
    expect([missed(table, { botsFill: false }), missed(open, { botsFill: false }), missed({ ...mygame, plays_on: true })]).toEqual(["aborts", "out", "aborts"]);
  });

  it("are saved", () => {
    const off = choicesText(table, { ...people, botsFill: false });
    expect([off, choicesText(table, people), "{}"].map((text) => restoredChoices(table, bots, text).botsFill)).toEqual([false, true, true]);
  });
});

describe("saved choices", () => {
  it("are restored", () => {
    expect(restoredChoices(mygame, bots, choicesText(mygame, chosen))).toMatchObject({ ...chosen, more: usual.more });
    const custom = { ...chosen, control: null, custom: clockForm({ kind: "hourglass", base_ms: 60_000 }) };
    expect(restoredChoices(mygame, bots, choicesText(mygame, custom))).toMatchObject({ control: null, custom: custom.custom });
  });

  it("are rated only for a user who keeps a name", () => {
    const text = choicesText(mygame, { ...chosen, rated: true });
    expect([true, false].map((kept) => restoredChoices(mygame, bots, text, kept).rated)).toEqual([true, false]);
    expect(restoredChoices(mygame, bots, choicesText(mygame, chosen), true).rated).toBe(false);
  });

  it("name a clock by what it is, wherever the game lists it", () => {
    const reordered = { ...mygame, controls: [{ kind: "unlimited" } as const, { ...BLITZ, cap_ms: null }] };
    const text = choicesText(mygame, { ...chosen, control: 0 });
    expect(restoredChoices(reordered, bots, text).control).toBe(1);
    expect(restoredChoices({ ...mygame, controls: [{ kind: "unlimited" }] }, bots, text)).toMatchObject({ control: null, custom: clockForm(BLITZ) });
  });

  it("are replaced with the defaults where they are not possible any more", () => {
    const text = choicesText(mygame, { ...chosen, side: 1, settings: { size: 7, heap: 100 } });
    const busy = bots.map((bot) => ({ ...bot, busy: bot.name === "Ponderer" }));
    expect(restoredChoices(mygame, busy, text)).toMatchObject({ bot: "Deep", level: 2, settings: usual.settings, side: 1 });
    expect(restoredChoices({ ...mygame, seats: 1 }, bots, text).side).toBe(0);
    expect(restoredChoices(mygame, [{ ...bots[1]!, levels: 1 }], text)).toMatchObject({ bot: "Ponderer", level: 1 });
  });

  it.each([null, "", "{", "7", "[]", '{"control":{"kind":"new"},"side":-1,"level":"x","more":3,"settings":[]}', '{"control":{"kind":"fischer","base_ms":"x"}}'])(
    "that are none (%s) are the usual ones",
    (text) => expect(restoredChoices(mygame, bots, text)).toMatchObject({ opponent: "bot", bot: "Deep", level: 2, control: 0, side: 0, settings: usual.settings }),
  );

  it("are against the bot that is asked for", () => {
    expect(withBot({ ...chosen, opponent: "link" }, bots, "Ponderer")).toMatchObject({ opponent: "bot", bot: "Ponderer", level: 2 });
    expect(withBot(chosen, bots, "Deep")).toMatchObject({ bot: "Deep", level: 2 });
    expect(withBot({ ...chosen, level: null }, bots, "Deep")).toMatchObject({ bot: "Deep", level: 2 });
  });
});

describe("a quick start", () => {
  const online = (game: string) => bots.filter(({ plays }) => plays.includes(game));
  const plan = (lastGame: string | null, text: string | null, botsFor: (game: string) => BotView[] = online) =>
    quickStart([mygame, another], botsFor, { lastGame, choices: (game) => (game === lastGame ? text : null) });
  const said = (...of: Parameters<typeof plan>) => quickStartText(plan(...of)!, texts.en, "en");

  it("is at first the first game, against a bot of medium strength", () => {
    expect(said(null, null)).toBe("My game · Deep, level 2 · 3+2");
    expect(said("no longer here", null)).toBe("My game · Deep, level 2 · 3+2");
  });

  it("is what was played last", () => {
    expect(said("mygame", choicesText(mygame, chosen))).toBe("My game · Ponderer, level 2 · No clock");
    expect(said("another", choicesText(another, { ...chosen, level: null, settings: {} }))).toBe("Another · Ponderer, full strength · No clock");
    expect(said("mygame", choicesText(mygame, { ...chosen, opponent: "seat" }))).toBe("My game · any opponent · No clock");
  });

  it("says whether the game is rated, which a guest's is not", () => {
    const text = choicesText(mygame, { ...usual, rated: true });
    const plan = (kept: boolean) => quickStartText(quickStart([mygame], online, { kept, lastGame: "mygame", choices: () => text })!, texts.en, "en");
    expect([true, false].map(plan)).toEqual(["My game · Deep, level 2 · 3+2 · rated", "My game · Deep, level 2 · 3+2"]);
  });

  it("does not wait for a user who opens a link, nor for a bot", () => {
    expect(said("mygame", choicesText(mygame, { ...chosen, opponent: "link" }))).toBe("My game · Ponderer, level 2 · No clock");
    expect(said("mygame", choicesText(mygame, chosen), () => [])).toBe("My game · any opponent · No clock");
    expect(quickStart([], online, { lastGame: null, choices: () => null })).toBeNull();
  });
});
