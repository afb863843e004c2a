import { describe, expect, it } from "vitest";

import { unknownRoom } from "../src/app/room/room";
import { seekMessage, withAnswer } from "../src/features/start/seek-message";
import type { SeekTerms } from "../src/features/start/pairing";
import { againstBot, canSeek, isOnTerms, newOpponentTerms, othersAmong, termsLike } from "../src/features/start/seek-terms";
import type { BotView, CatalogueGame, NewGame, WaitingPeople } from "../src/protocol";
import { BLITZ, summary } from "./helpers";

const game = { id: "mygame", seats: 2, settings: [{ name: "size", default: 8 }], controls: [BLITZ], seat_names: ["black", "white"] } as unknown as CatalogueGame;
const request: NewGame = { game_type: "mygame", control: BLITZ, seats: [{ kind: "me" }, { kind: "open" }], settings: {} };
const terms: SeekTerms = { game, request, seat: 1 };
const row: WaitingPeople = { game_type: "mygame", control: BLITZ, settings: { size: 8 }, people: 2 };

describe("the terms of quick pairing", () => {
  it("are those of two seats, one sitting, and the usual start", () => {
    const allowed = (more: Partial<NewGame>): boolean => canSeek({ ...terms, request: { ...request, ...more } });
    expect([allowed({}), allowed({ settings: { size: 6 } })]).toEqual([true, true]);
    expect(allowed({ seats: [...request.seats, { kind: "open" }] })).toBe(false);
    expect(allowed({ control: { kind: "correspondence", days: 3 } })).toBe(false);
    expect(allowed({ control: { kind: "unlimited" } })).toBe(false);
    expect(allowed({ setup: { position: "max(3,12)" } })).toBe(false);
    expect(allowed({ listed: false })).toBe(false);
  });

  it("are sent with the seat that is asked for", () => {
    expect(seekMessage(terms, "s")).toEqual({ type: "seek", id: "s", game_type: "mygame", control: BLITZ, settings: {}, seat: 1 });
    expect(seekMessage({ ...terms, seat: undefined as never }, "s").seat).toBeNull();
  });

  it("keep rated games apart", () => {
    const rated = { ...terms, request: { ...request, setup: { rated: true } } };
    expect([canSeek(rated), seekMessage(rated, "s").rated]).toEqual([true, true]);
    expect([isOnTerms(row, rated), isOnTerms({ ...row, rated: true }, rated), isOnTerms({ ...row, rated: true }, terms)]).toEqual([false, true, false]);
  });

  it("are those of the people whom the user joins, rated or not", () => {
    for (const each of [row, { ...row, rated: true }]) expect(isOnTerms(each, termsLike(game, each))).toBe(true);
    expect(termsLike(game, row).request.setup).toBeUndefined();
  });

  it("last on when the server answers again", () => {
    const search = { id: "s", since: 7, others: 0, sameSeat: false };
    const once = withAnswer(search, { type: "seeking", id: "s", since: 99, others: 2, same_seat: true });
    expect(once).toEqual({ id: "s", since: 7, others: 2, sameSeat: true });
    expect(withAnswer(once, { type: "seeking", id: "s", since: 99 })).toEqual(search);
  });

  it("equal those of others, whose number is without the user", () => {
    expect(isOnTerms(row, terms)).toBe(true);
    expect(isOnTerms({ ...row, settings: { size: 6 } }, terms)).toBe(false);
    expect(othersAmong([row], terms)).toEqual([{ ...row, people: 1 }]);
    expect(othersAmong([{ ...row, people: 1 }], terms)).toEqual([]);
    expect(othersAmong([row], null)).toEqual([row]);
  });

  it("lead to another opponent after a game of two people", () => {
    const seats = [{ player: { name: "Ann" } }, { player: { name: "Bob" } }];
    const room = { ...unknownRoom("g"), summary: summary({ game_type: "mygame", control: BLITZ, settings: { size: 8 } }), seats, you: 0 };
    expect(newOpponentTerms(room, game)).toEqual(termsLike(game, row));
    expect(newOpponentTerms({ ...room, summary: { ...room.summary, rated: true } }, game)).toEqual(termsLike(game, { ...row, rated: true }));
    expect(newOpponentTerms({ ...room, you: null }, game)).toBeNull();
    expect(newOpponentTerms({ ...room, seats: [seats[0]!, { player: { name: "deep", bot: true } }] }, game)).toBeNull();
  });

  it("lead to a game against a free bot on the seat that is left", () => {
    const bot = { name: "deep", plays: ["mygame"], levels: 3 } as BotView;
    const made = againstBot(terms, [{ ...bot, name: "full", busy: true }, bot], 0);
    expect(made?.request.seats).toEqual([{ kind: "bot", name: "deep", level: 2 }, { kind: "me" }]);
    expect(made?.request.listed).toBe(false);
    expect(againstBot(terms, [], 0)).toBeNull();
  });
});
