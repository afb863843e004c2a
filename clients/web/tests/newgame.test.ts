import { describe, expect, it } from "vitest";

import { maxSeats } from "../src/app/room/lobby";
import { botsOnSeats, defaultChoices, request, repeatRequest, seatsWith, selectable, valuesOf, withOpponent } from "../src/features/start/choices";
import type { CatalogueGame, Settings, Setup } from "../src/protocol";
import { BLITZ, summary } from "./helpers";

const game: CatalogueGame = {
  id: "mygame",
  names: { en: "My game" },
  seats: 2,
  draws: true,
  rules_version: 1,
  settings: [{ name: "size", default: 8, choices: [8, 6] }],
  seat_names: ["black", "white"],
  start: "",
  controls: [BLITZ, { kind: "unlimited" }],
};
const bots = [{ name: "Ponderer", plays: ["mygame"], levels: 5 }];

describe("a new game", () => {
  it("is against a bot that is not busy, if there is one", () => {
    const busy = { name: "Deep", plays: ["mygame"], busy: true };
    expect(defaultChoices(game, [busy, ...bots]).bot).toBe("Ponderer");
    expect(defaultChoices(game, [busy]).bot).toBe("Deep");
  });

  it("is against the server's own bot rather than a user's", () => {
    const [stranger, house] = [{ name: "Aaa", plays: ["mygame"] }, { ...bots[0]!, house: true }];
    expect(defaultChoices(game, [stranger, house]).bot).toBe("Ponderer");
    expect(defaultChoices(game, [stranger, { ...house, busy: true }]).bot).toBe("Aaa");
    const textbook = { ...house, name: "Aab", lesson: "minimax" };
    expect(defaultChoices(game, [textbook, stranger]).bot).toBe("Aaa");
    expect(defaultChoices(game, [textbook, { ...stranger, busy: true }]).bot).toBe("Aab");
  });

  it("is by default against a bot of medium strength on the first clock", () => {
    const choices = defaultChoices(game, bots);
    expect(choices).toMatchObject({ opponent: "bot", bot: "Ponderer", level: 3, control: 0 });
    expect(request(game, choices, 0)).toEqual({
      game_type: "mygame",
      control: BLITZ,
      seats: [{ kind: "me" }, { kind: "bot", name: "Ponderer", level: 3 }],
      settings: {},
      listed: true,
    });
  });

  it("leaves the side to chance where anybody may come, until one is chosen", () => {
    const usual = defaultChoices(game, bots);
    const opened = withOpponent(usual, "seat", usual.side);
    expect([opened.opponent, opened.side]).toEqual(["seat", null]);
    expect(withOpponent(opened, "bot", usual.side)).toEqual(usual);
    expect(withOpponent({ ...usual, side: 1 }, "seat", 0, true).side).toBe(1);
  });

  it("chooses a side at random", () => {
    const choices = { ...defaultChoices(game, bots), side: null };
    expect(request(game, choices, 0.49).seats[0]?.kind).toBe("me");
    expect(request(game, choices, 0.51).seats[1]?.kind).toBe("me");
  });

  it("has an open seat by link, and only changed settings", () => {
    const choices = { ...defaultChoices(game, []), opponent: "link" as const, control: 1, side: 1, settings: { size: 6 } };
    expect(request(game, choices, 0)).toEqual({
      game_type: "mygame",
      control: { kind: "unlimited" },
      seats: [{ kind: "open" }, { kind: "me" }],
      settings: { size: 6 },
      listed: false,
    });
  });

  it("leaves out settings with a single value, and those that mean nothing with the others", () => {
    const size = { name: "size", default: 8, choices: [8, 6] };
    const heap = { name: "heap", default: 20, least: 1, most: 99 };
    const isVoid = (setting: string, chosen: Settings) => setting === "heap" && chosen.size === 3;
    expect([3, 4].map((chosen) => selectable([size, heap], { size: chosen }, isVoid).length)).toEqual([1, 2]);
    expect(selectable([size, { name: "repetition", default: "simple", choices: ["simple"] }, heap])).toEqual([size, heap]);
  });

  it("lists a setting's values where they are few", () => {
    expect(valuesOf({ name: "size", default: 8, choices: [8, 6] })).toEqual([6, 8]);
    expect(valuesOf({ name: "n", default: 2, least: 1, most: 3 })).toEqual([1, 2, 3]);
    expect(valuesOf({ name: "swap", default: true })).toEqual([true, false]);
    expect(valuesOf({ name: "heap", default: 20, least: 1, most: 99 })).toBeNull();
  });
});

describe("a new game for more than two", () => {
  const relay: CatalogueGame = {
    ...game,
    seats: 3,
    settings: [{ name: "players", default: 3, choices: [3, 2, 4, 6] }],
    seat_counts: [2, 4, 6].map((value) => ({ setting: "players", value, seats: value })),
  };
  const three = [...bots, { name: "Dice", plays: ["mygame"], levels: 2 }, { name: "Oxo", plays: ["mygame"] }];
  const kinds = (players: number, more: object = {}) => {
    const choices = { ...defaultChoices(relay, three), settings: { players }, ...more };
    return request(relay, choices, 0, three).seats.map(({ kind, name }) => name ?? kind);
  };

  it("has as many seats as a setting says", () => {
    expect(seatsWith(relay, {})).toBe(3);
    expect([3, 4, 6].map((players) => seatsWith(relay, { players }))).toEqual([3, 4, 6]);
    expect([maxSeats(relay), maxSeats(game)]).toEqual([6, 2]);
    expect(kinds(2)).toEqual(["me", "Ponderer"]);
    expect(kinds(6, { opponent: "seat" })).toEqual(["me", "open", "open", "open", "open", "open"]);
  });

  it("gives each bot one seat, and leaves the rest open", () => {
    expect(kinds(3)).toEqual(["me", "Ponderer", "Dice"]);
    expect(kinds(6)).toEqual(["me", "Ponderer", "Dice", "Oxo", "open", "open"]);
    expect(kinds(4, { side: 2, more: [null, "Oxo"] })).toEqual(["Ponderer", "open", "me", "Oxo"]);
    expect(kinds(4, { more: ["Ponderer", "Oxo"] })).toEqual(["me", "Ponderer", "open", "Oxo"]);
    expect(botsOnSeats({ ...defaultChoices(relay, []), more: [] }, 2)).toEqual([null, null]);
  });

  it("takes an existing side, or any at random", () => {
    expect(kinds(2, { side: 4, opponent: "seat" })).toEqual(["me", "open"]);
    const choices = { ...defaultChoices(relay, three), settings: { players: 6 }, side: null };
    expect(request(relay, choices, 0.99, three).seats[5]?.kind).toBe("me");
  });

  it("fills the seats with a bot that can have several", () => {
    const multiSeatBots = [{ ...bots[0]!, several_seats: true, house: true }, three[1]!];
    const filled = (players: number, more: object = {}) => {
      const choices = { ...defaultChoices(relay, multiSeatBots), settings: { players }, ...more };
      return request(relay, choices, 0, multiSeatBots).seats.map(({ kind, name, level }) => `${name ?? kind} ${level ?? ""}`.trim());
    };
    expect(filled(6)).toEqual(["me", "Ponderer 3", "Dice 2", "Ponderer 3", "Ponderer 3", "Ponderer 3"]);
    expect(filled(4, { more: ["Ponderer", "Ponderer"], levels: [1, null] })).toEqual(["me", "Ponderer 3", "Ponderer 1", "Ponderer"]);
    expect(filled(4, { more: ["Dice", "Dice"] })).toEqual(["me", "Ponderer 3", "Dice 2", "open"]);
  });

  it("lists it where a seat is left to whoever comes, and not where people get the link", () => {
    const listed = (more: object) => request(relay, { ...defaultChoices(relay, three), more: [null], ...more }, 0, three).listed;
    expect([listed({}), listed({ guests: "link" }), listed({ guests: "link", more: ["Dice"] })]).toEqual([true, false, true]);
  });

  it("gives no bot a level that it does not have", () => {
    const choices = { ...defaultChoices(relay, three), settings: { players: 4 }, level: 5 };
    expect(request(relay, choices, 0, three).seats.map(({ level }) => level ?? null)).toEqual([null, 5, 2, null]);
  });
});

describe("a custom position", () => {
  it("is where the game begins, without the blanks around it; none is the usual start", () => {
    const setup = (position: string) => request(game, { ...defaultChoices(game, bots), position }, 0, bots).setup;
    expect(setup(" max(3,12) ")).toEqual({ position: "max(3,12)" });
    expect(setup("  ")).toBeUndefined();
  });
});

describe("the same game once more", () => {
  it("begins at the same position, after the same moves", () => {
    const once = (setup?: Setup) => repeatRequest(summary({}), 0, setup).setup;
    expect(once({ position: "max(3,12)", clock_starts: "start" })).toEqual({ position: "max(3,12)", moves: [] });
    expect(once({ moves: ["e2e4"] })).toEqual({ position: null, moves: ["e2e4"] });
    expect([once(), once({ position: null, moves: [] })]).toEqual([undefined, undefined]);
  });

  it("has its clock and settings, the viewer and the bots on their seats, and other seats open", () => {
    const seats = [{ player: { name: "Ponderer", bot: true, level: 2 } }, { player: { name: "Ada" } }, { player: { name: "Bob" } }];
    expect(repeatRequest(summary({ settings: { size: 6 }, seats }), 1)).toEqual({
      game_type: "mygame",
      control: BLITZ,
      seats: [{ kind: "bot", name: "Ponderer", level: 2 }, { kind: "me" }, { kind: "open" }],
      settings: { size: 6 },
      listed: false,
    });
  });
});
