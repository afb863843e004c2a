/** Parts of the page as a browser would first get them: games for up to six, large boards, cards, long texts. */

import { render } from "svelte/server";
import { type Component } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));
vi.stubGlobal("location", { href: "http://localhost/game/x" });

import Board from "../../src/app/board/Board.svelte";
import MoveList from "../../src/features/record/MoveList.svelte";
import HistoryRow from "../../src/features/history/HistoryRow.svelte";
import OtherSeats from "../../src/features/start/OtherSeats.svelte";
import Piece from "../../src/app/board/Piece.svelte";
import PlayerStrip from "../../src/features/play/PlayerStrip.svelte";
import ResultCard from "../../src/features/play/ResultCard.svelte";
import PieceArrangement from "../../src/features/turn/PieceArrangement.svelte";
import Thumb from "../../src/features/watch/Thumb.svelte";
import TurnBar from "../../src/features/turn/TurnBar.svelte";
import Waiting from "../../src/features/play/Waiting.svelte";
import { fromRecord, update } from "../../src/app/room/fold";
import { type Departure, type RoomState, unknownRoom } from "../../src/app/room/room";
import { world } from "../../src/app/state/world.svelte";
import { endTitle } from "../../src/app/words/format";
import { countedEnd } from "../../src/features/record/counted-end";
import { type Choices, defaultChoices } from "../../src/features/start/choices";
import type { GameView, Tally } from "../../src/games/boards/model";
import type { Catalogue, CatalogueGame, Finished, SeatView } from "../../src/protocol";
import { en } from "../../src/texts/en";
import { finished, moved, record, started, summary, threw, withdrew } from "../helpers";
import { dealing, large, putting, racing } from "../toys";

const NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay"];

/** A room with players on its first `sitting` seats. */
function room(seats: number, sitting = seats, more: Partial<RoomState> = {}): RoomState {
  const views = Array.from({ length: seats }, (_, seat): SeatView => (seat < sitting ? { player: { name: NAMES[seat] ?? "" } } : {}));
  const view = { remaining_ms: views.map((_, seat) => 60_000 * (seat + 1)), running: 1 };
  return { ...unknownRoom("x"), summary: summary({ seats: views }), seats: views, clock: { view, at: 0 }, phase: "running", ...more };
}

function html<P extends Record<string, unknown>>(part: Component<P>, props: P): string {
  return render(part as Component, { props }).body;
}

/** The text of it, without tags. */
function textOf(body: string): string {
  return body.replaceAll(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]*>/g, " ").replaceAll("\u00a0", " ").replaceAll(/\s+/g, " ").trim();
}

describe("a strip", () => {
  it.each([3, 6])("of each of %s seats has a name, a shape of its own and a clock", (seats) => {
    const state = room(seats);
    const strips = NAMES.slice(0, seats).map((_, seat) =>
      html(PlayerStrip, { room: state, seat, look: racing.looks[seat], seatLabel: "", now: 0, toMove: seat === 1, dense: true }),
    );
    expect(strips.map(textOf)).toEqual(NAMES.slice(0, seats).map((name, seat) => `number ${seat + 1} in the order of turns ${seat + 1} ${name} 0${seat + 1}:00`));
    expect(new Set(strips.map((strip) => /<path d="([^"]+)"/.exec(strip)?.[1])).size).toBe(seats);
    for (const [seat, strip] of strips.entries()) expect(strip).toContain(`var(--seat-${seat})`);
  });
});

describe("a partner", () => {
  it("is named on the strip", () => {
    const four = room(4, 4, { you: 1, sides: [[0, 2], [1, 3]] });
    const strip = (seat: number) => textOf(html(PlayerStrip, { room: four, seat, look: undefined, seatLabel: "", now: 0, toMove: false, dense: true }));
    expect([0, 1, 2, 3].map((seat) => strip(seat).includes("your partner"))).toEqual([false, false, false, true]);
  });

  it("is named to who may sit down", () => {
    const four = room(4, 2, { you: null, sides: [[0, 2], [1, 3]] });
    expect(textOf(html(Waiting, { room: four, seatNames: [], oncommand: () => {} }))).toMatch(/Sit down as 3 partner of Ann Sit down as 4 partner of Bob$/);
  });

  it("is named where the other seats are chosen, unless the user's own is left to chance", () => {
    const choices: Choices = { ...defaultChoices({ controls: [], seats: 2, settings: [] } as unknown as CatalogueGame, []), bot: "Ponderer", more: ["Ponderer", "Ponderer"] };
    const bots = [{ name: "Ponderer", plays: [], several_seats: true }];
    const seats = (side: number | null) => textOf(html(OtherSeats as unknown as Component<Record<string, unknown>>, { bots, others: 3, choices: { ...choices, side }, sides: [[0, 2], [1, 3]] })).match(/Player \d(: your partner)?/g);
    expect(seats(1)).toEqual(["Player 2", "Player 3", "Player 4: your partner"]);
    expect(seats(2)).toEqual(["Player 2: your partner", "Player 3", "Player 4"]);
    expect(seats(null)).toEqual(["Player 2", "Player 3", "Player 4"]);
  });

  it("shares a line of the lists", () => {
    const game = summary({ seats: NAMES.slice(0, 4).map((name) => ({ player: { name } })), state: "finished", scores: [1, 0, 1, 0], reason: "resign" });
    world.catalogue = { games: [{ id: game.game_type, names: {}, sides: { 4: [[0, 2], [1, 3]] } }], bots: [] } as unknown as Catalogue;
    expect(textOf(html(Thumb, { game }))).toContain("1. Ann & Cyd 1, 2. Bob & Dan 0".replaceAll("&", "&amp;"));
  });
});

describe("a guest", () => {
  const session = { account: "a", name: "Zoe" };
  afterEach(() => void (world.session = null));

  it("is told that a rated game needs a kept name, in place of the buttons for seats", () => {
    const shown = (rated: boolean, kept: boolean) => {
      world.session = { ...session, kept };
      return textOf(html(Waiting, { room: { ...room(2, 1), summary: summary({ rated }) }, seatNames: [], oncommand: () => {} }));
    };
    expect([shown(true, false), shown(true, true), shown(false, false)].map((text) => [text.includes("Rated games need a kept name. Keep your name"), text.includes("Sit down as")])).toEqual([[true, false], [false, true], [false, true]]);
  });

  it("can block or report the others on the seats, but only with a session", () => {
    const three = room(3, 2, { you: 0 });
    const menus = () => [0, 1, 2].map((seat) => html(PlayerStrip, { room: three, seat, look: undefined, seatLabel: "", now: 0, toMove: false, dense: true }).includes("Block or report"));
    expect(menus()).toEqual([false, false, false]);
    world.session = session;
    expect(menus()).toEqual([false, true, false]);
  });
});

describe("a seat that has left", () => {
  const left = [started(1), moved(2, 0, "walk", { turn: 1 }), withdrew(3, 2, { turn: 1 }), moved(4, 1, "walk", { seat: 1, turn: 0 })];
  const state = left.reduce((before, event) => update(before, event, 0), fromRecord(record(), 0));

  it("is marked on its strip, and in the list of moves", () => {
    const seated = room(3, 3, { left: [2] });
    expect(textOf(html(PlayerStrip, { room: seated, seat: 2, look: undefined, seatLabel: "", now: 0, toMove: false, dense: true }))).toContain("Cyd left");
    const list = html(MoveList, { game: "mygame", history: state.history, gameView: racing, seats: 3, leftText: ({ seat }: Departure) => `${seat} has left`, shownPly: 1, onshow: () => {} });
    expect(textOf(list)).toMatch(/walk .*2 has left .*walk/);
  });
});

describe("the list of moves", () => {
  it("of three has a mark per seat, and throws without a move", () => {
    const lost = { ...threw(2, 0, 0, 1, 1), seat: 0, turn: null };
    const events = [started(1), lost, { ...threw(3, 1, 0, 6, 1), seat: 1 }, moved(4, 0, "walk", { seat: 1, turn: 2 })];
    const { history } = events.reduce((state, event) => update(state, event, 0), fromRecord(record(), 0));
    const list = html(MoveList, { game: "mygame", history, gameView: racing, seats: 3, shownPly: 1, onshow: () => {} });
    expect(textOf(list)).toMatch(/^1\. 1: – no move with this throw 6: walk/);
    expect(list).toContain("--columns:3");
    expect([...list.matchAll(/var\(--seat-(\d)\)/g)].map(([, seat]) => seat)).toEqual(["0", "1"]);
  });
});

describe("the list of moves of a game in tricks", () => {
  const tricking: GameView = { ...racing, trickState: (position) => ({ number: 1 + Number(position[0]), ended: position[1] === "." ? { number: Number(position[0]), winner: 2 } : null }) };
  const events = [{ ...started(1), position: "0-" }, ...[0, 1, 2, 3].map((seat) => moved(2 + seat, seat, "walk", { seat, turn: 0, position: seat === 3 ? "1." : "0-" }))];
  const { history } = events.reduce((state, event) => update(state, event, 0), fromRecord(record(), 0));

  it("has as many columns as seats, and marks who took it", () => {
    const list = html(MoveList, { game: "mygame", history, gameView: tricking, seats: 4, shownPly: 4, onshow: () => {} });
    expect(list).toContain("--columns:4");
    expect(textOf(list)).toMatch(/^1\. walk walk walk takes the trick walk «/);
    expect(list.match(/grid-row: ?1/g)?.length).toBe(4);
  });
});

describe("the end", () => {
  const card = (scores: number[], you: number | null, tallies: Tally[] = []) =>
    textOf(html(ResultCard, { room: room(scores.length, scores.length, { you, phase: "finished", finished: finished(9, { scores, reason: tallies.length > 0 ? "rules" : "resign" }) }), tallies, oncommand: () => {}, onreplay: () => {} }));

  it("says what was won where that is counted, of oneself or of the winner", () => {
    const chips = [-3, 3].map((score) => ({ score, unit: "chips" }));
    expect(card([0, 1], 0, chips)).toBe("You lose 3 chips Rematch New opponent Replay");
    expect(card([0, 1], null, chips)).toMatch(/^Bob wins 3 chips/);
    const tricks = [2, 5].map((score) => ({ score, unit: "tricks" }));
    expect(card([0, 1], 0, tricks)).toMatch(/^You lose 2 tricks to 5/);
    expect(card([0, 1], null, tricks)).toMatch(/^Bob wins 5 tricks to 2/);
    expect(card([0.5, 0.5], 0, [0, 0].map((score) => ({ score, unit: "chips" })))).toMatch(/^Draw ½–½/);
  });

  it("says both counts where they have no unit", () => {
    const boxes = [0, 9].map((score) => ({ score }));
    expect(card([0, 1], 0, boxes)).toMatch(/^You lose 0–9 Rematch/);
    expect(card([0, 1], 1, boxes)).toMatch(/^You win 9–0/);
    expect(card([0, 1], null, boxes)).toMatch(/^Bob wins 9–0/);
    expect(card([0.5, 0.5], null, [2, 2].map((score) => ({ score })))).toMatch(/^Draw 2–2/);
    expect(card([0, 1], null, [{}, {}])).toMatch(/^Bob wins 0–1/);
  });

  it("of a game of three or six says who won, and everybody's score", () => {
    expect(card([0.5, 1, 0], 0)).toMatch(/^Bob wins 1\. Bob 1 2\. Ann ½ 3\. Cyd 0 by resignation/);
    expect(card([0, 0, 0, 0, 0, 1], 5)).toMatch(/^You win 1\. Fay 1 2\. Ann 0 2\. Bob 0 2\. Cyd 0 2\. Dan 0 2\. Eve 0/);
  });

  it("counts partners as one side", () => {
    const four = room(4, 4, { you: 1, sides: [[0, 2], [1, 3]], phase: "finished", finished: finished(9, { scores: [1, 0, 1, 0] }) });
    const shown = textOf(html(ResultCard, { room: four, tallies: [], oncommand: () => {}, onreplay: () => {} })).replaceAll("&amp;", "&");
    expect(shown).toMatch(/^You lose 1\. Ann & Cyd 1 2\. Bob & Dan 0/);
    expect([2, null].map((you) => endTitle({ ...four, you }, en))).toEqual(["You and Ann win", "Ann & Cyd win"]);
    const tallies = [8, 5, 8, 5].map((score) => ({ score, unit: "tricks" }));
    const played = { ...four, you: 2, finished: finished(9, { scores: [1, 0, 1, 0], reason: "rules" as const }) };
    expect(countedEnd(played, tallies, en)).toBe("8 tricks to 5");
    expect(countedEnd({ ...played, you: 3 }, tallies, en)).toBe("5 tricks to 8");
    expect(endTitle({ ...four, finished: finished(9, { scores: [0.5, 0.5, 0.5, 0.5] }) }, en)).toBe("Draw");
  });

  it("says how many of several want a rematch", () => {
    const over = room(3, 3, { you: 0, rematch: [1, 2], phase: "finished", finished: finished(9, { scores: [1, 0, 0] }) });
    expect(textOf(html(ResultCard, { room: over, tallies: [], oncommand: () => {}, onreplay: () => {} }))).toContain("2 of 3 have asked for a rematch");
  });

  it("says that a request for a rematch is on its way, and takes no second one", () => {
    const frame = { type: "rematch" as const, game: "x", id: "r" };
    const over = (more: Partial<RoomState>) => room(2, 2, { you: 0, phase: "finished", finished: finished(9, {}), ...more });
    const card = (lost: boolean, more: Partial<RoomState> = { pending: new Map([["r", frame]]) }) =>
      html(ResultCard, { room: over(more), tallies: [], oncommand: () => {}, onreplay: () => {}, lost });
    const isInert = (body: string) => /<button class="main[^>]* disabled/.test(body);
    expect([card(true), card(false), card(true, {})].map((body) => [body.includes(en.result.sendingRequest), isInert(body)])).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
  });

  it("of a link game says where its rematch is seen, which is in no list only until it begins", () => {
    const over = room(2, 2, { you: null, phase: "finished", finished: finished(9, {}), rematch: [0, 1], next: "" });
    const card = html(ResultCard, { room: over, tallies: [], oncommand: () => {}, onreplay: () => {} });
    expect(textOf(card)).toContain(en.result.rematchByLink);
    expect(card).toMatch(/<a class="button[^"]*" href="\/watch">/);
  });

  it("may have several winners", () => {
    expect(card([1, 0, 1], null)).toMatch(/^Ann, Cyd share the win/);
    expect(card([1, 0, 1], 2)).toMatch(/^You share the win/);
    expect(card([1 / 3, 1 / 3, 1 / 3], 2)).toMatch(/^Draw/);
  });

  it("of a game against a bot without a first move offers the same game again, else a rematch", () => {
    const clock = { remaining_ms: [1, 1], free_ms: 0 };
    const buttons = (bot: boolean, end: Partial<Finished>) => {
      const seats = [{ player: { name: "Ann" } }, { player: { name: "Bob", bot } }];
      const over = room(2, 2, { you: 0, seats, phase: "finished", finished: finished(9, { scores: null, ...end }) });
      return [...html(ResultCard, { room: over, tallies: [], oncommand: () => {}, onreplay: () => {} }).matchAll(/<button class="main[\s\S]*?<\/button>/g)].map(([button]) => textOf(button));
    };
    expect(buttons(true, { reason: "aborted", clock })).toEqual(["New game, same settings"]);
    expect(buttons(true, { reason: "aborted" })).toEqual(["Rematch"]);
    expect(buttons(false, { reason: "aborted", clock })).toEqual(["New opponent"]);
  });

  it("of a game of two is short", () => {
    expect(card([1, 0], 1)).toMatch(/^You lose 1–0/);
  });
});

describe("a game that waits", () => {
  it("says for how many", () => {
    const waiting = (seats: number, sitting: number, you: number | null = null) => textOf(html(Waiting, { room: room(seats, sitting, { you }), seatNames: [], oncommand: () => {} }));
    expect(waiting(6, 2)).toContain("Waiting for 4 more players");
    expect(waiting(6, 2)).toContain("Sit down as 6");
    expect(waiting(2, 1, 0)).toContain("Waiting for an opponent");
    expect(waiting(4, 3, 0)).toContain("Waiting for one more player");
    const partners = (you: number) => textOf(html(Waiting, { room: room(4, 3, { you, sides: [[0, 2], [1, 3]] }), seatNames: [], oncommand: () => {} }));
    expect(partners(1)).toContain("Waiting for your partner");
    expect(partners(0)).toContain("Waiting for one more player");
  });

  it("shows how long an invited person has", () => {
    const seats = [{ player: { name: "Ann" } }, { reserved: "Bob" }];
    const waiting = (ago: number) => room(2, 1, { you: 0, seats, setup: { answer_ms: 3_600_000 }, summary: summary({ seats, created_at: Date.now() - ago }) });
    const at = (ago: number) => textOf(html(Waiting, { room: waiting(ago), seatNames: [], oncommand: () => {} }));
    expect(at(70_000)).toMatch(/Bob has 58:[45]\d to join\./);
    expect(at(3_700_000)).toContain("Bob did not join in time.");
  });

  it("is called off by who has a seat that was kept, and left by who has joined", () => {
    const buttons = (you: number, reservedSeats: number[]) => textOf(html(Waiting, { room: room(3, 2, { you, reservedSeats }), seatNames: [], oncommand: () => {} }));
    expect(buttons(0, [0])).toMatch(/ Call it off$/);
    expect(buttons(1, [0])).toMatch(/ Leave$/);
    expect(buttons(1, [0, 1])).toMatch(/ Call it off$/);
    expect(buttons(1, []), "nobody's, or an older server's").toMatch(/ Call it off$/);
  });

  it("says after somebody has declined whether the seat is still kept", () => {
    const waiting = (reserved: string | null) => {
      const { seats, ...more } = room(2, 1, { you: 0, declined: [{ name: "Bob" }] });
      return textOf(html(Waiting, { room: { ...more, seats: [seats[0]!, { reserved }] }, seatNames: [], oncommand: () => {} }));
    };
    expect([waiting("Bob"), waiting(null)].map((text) => text.includes("the seat is still kept"))).toEqual([true, false]);
  });

  it("asks others to sit down with one button", () => {
    const body = html(Waiting, { room: room(2, 1), seatNames: ["white", "black"], oncommand: () => {} });
    expect(textOf(body)).toMatch(/^Ann is waiting .* Sit down as black$/);
    expect(body.match(/<button/g)?.length).toBe(1);
  });
});

describe("a board", () => {
  it("marks the spots that can be chosen, unless that is nearly all of them", () => {
    const choice = { picked: [], done: [], held: new Set<string>(), targets: new Set(["b1", "c1"]), sources: new Set<string>() };
    const body = (more: object) => html(Board, { game: "mygame", drawing: putting.draw("x........", null), label: "", choice: { ...choice, ...more }, inAdvance: true, onspot: () => {} });
    expect([{}, { unmarked: true }].map((more) => /<svg[^>]* class="[^"]*\bunmarked\b/.test(body(more)))).toEqual([false, true]);
    expect(body({ unmarked: true }).match(/class="act target/g)?.length).toBe(2);
  });

  it("marks the last move apart where it is part of the winning line", () => {
    const body = (lastMove: string[]) => html(Board, { game: "mygame", drawing: putting.draw("xxx......", null), label: "", lastMove, winningSpots: ["a3", "b3", "c3"] });
    expect(body(["c3"]).match(/class="winning/g)?.length).toBe(3);
    expect(body(["c3"]).match(/class="last-won/g)?.length).toBe(1);
    expect(body(["a1"])).not.toContain("last-won");
  });

  it("with stones has rings about those of the winning line, the last move's ring and crosses over forbidden points", () => {
    const drawing = { ...large.draw(`xxx${".".repeat(358)}`, null), forbiddenSpots: ["d19"] };
    const body = html(Board, { game: "mygame", drawing: { ...drawing, hasStones: true }, label: "", lastMove: ["c19"], winningSpots: ["a19", "b19", "c19"] });
    expect(body.match(/class="winning/g)?.length).toBe(3);
    expect(body.indexOf('class="winning')).toBeGreaterThan(body.indexOf('class="stone'));
    expect(body).not.toContain("last-won");
    expect(body).toContain('data-last="c19"');
    expect(body).toContain('data-forbidden="d19"');
  });

  it("tints a spot once to which the last move came back", () => {
    const body = html(Board, { game: "mygame", drawing: putting.draw("x........", null), label: "", lastMove: ["a3", "c3", "a1", "a3"] });
    expect(body.match(/class="tint/g)?.length).toBe(3);
  });

  it("of nineteen lines has all names and no more than a grid's lines", () => {
    const body = html(Board, { game: "mygame", drawing: large.draw(large.sample, null), label: "" });
    expect(body).not.toContain("<line ");
    expect(textOf(body).split(" ")).toEqual([..."abcdefghjklmnopqrst", ...Array.from({ length: 19 }, (_, line) => String(19 - line))]);
  });

  it("has cards by rank and suit, and their backs without either", () => {
    const body = html(Board, { game: "mygame", drawing: dealing.draw(dealing.sample, null), label: "" });
    expect(textOf(body)).toBe("K 10");
    expect(body.match(/class="back/g)?.length).toBe(1);
  });

  it("prints a long number small", () => {
    const size = (text: string) => Number(/font-size:\s*([\d.]+)px/.exec(html(Piece, { game: "mygame", look: "blue-stone", text }))?.[1]);
    expect(size("7")).toBe(4.6);
    expect(size("1024")).toBeLessThan(2.6);
  });
});

describe("moves that name no spot", () => {
  const bar = (moves: string[]) =>
    html(TurnBar, { dice: [3], thrower: "thrown by Bob", status: "", mine: true, unsure: false, time: "", confirmation: undefined, buttonMoves: moves, names: {}, canMove: false, inert: false, onplay: () => {}, mainMove: undefined, onundo: undefined, ondone: undefined, onlatest: undefined });

  it("are buttons, or a list where there are many", () => {
    const numbers = Array.from({ length: 120 }, (_, number) => String(number));
    expect(bar(["0", "1"]).match(/<button/g)?.length).toBe(2);
    expect(bar(numbers).match(/<button/g)?.length).toBe(1);
    expect(bar(numbers).match(/<option/g)?.length).toBe(120);
  });

  it("stand beside the dice and who threw them", () => {
    expect(textOf(bar([]))).toContain("thrown by Bob");
  });
});

describe("a set-up", () => {
  it("can be played only if the game allows it", () => {
    const bar = (ondone: (() => void) | undefined) => html(PieceArrangement, { arrangement: ["king", "10"], onarrange: () => {}, ondone, seconds: null });
    expect(bar(undefined)).toContain('<button class="main" disabled');
    expect(bar(() => {})).not.toContain("disabled");
  });
});

describe("a deleted account", () => {
  const seats = [{ player: { name: "Ann" } }, { player: { name: "Deleted 471138", kept: true } }];
  const ended = room(2, 2, { you: 0, phase: "finished", finished: finished(1, { scores: [1, 0] }) });
  const card = (state: RoomState) => textOf(html(ResultCard, { room: state, tallies: [], oncommand: () => {}, onreplay: () => {} }));

  it("cannot be asked for a rematch", () => {
    expect([card(ended), card({ ...ended, seats })].map((text) => text.includes("Rematch"))).toEqual([true, false]);
  });

  it("is neither a link nor a guest on the strip", () => {
    const strip = html(PlayerStrip, { room: { ...ended, seats }, seat: 1, look: undefined, seatLabel: "", now: 0, toMove: false, dense: false });
    expect(strip).not.toContain("href");
    expect(textOf(strip)).toMatch(/^Deleted 471138 (?!guest)/);
  });
});

describe("a person whom a bot has replaced", () => {
  const seats = [{ player: { name: "Deep", bot: true, level: 3 }, left: { name: "Ann" } }, { player: { name: "Bob" } }, { player: { name: "Cyd" } }];
  it("is named beside the bot, in place of its marks", () => {
    const strip = html(PlayerStrip, { room: { ...room(3), seats }, seat: 0, look: undefined, seatLabel: "blue", now: 0, toMove: false, dense: true });
    expect(textOf(strip)).toMatch(/ Deep for Ann, who left blue 01:00$/);
    expect(strip).toContain('title="for Ann, who left"');
  });

  it("has neither rank nor score in the history", () => {
    world.catalogue = null;
    const row = html(HistoryRow, { game: { ...summary({ state: "finished", seats }), scores: [0.75, 0.5, 0], reason: "rules" }, onopen: () => {} });
    expect(textOf(row)).toMatch(/ Ann left · Deep plays on 2\. Bob ½ 3\. Cyd 0 /);
    expect(row.match(/class="player[^"]*won/g)).toBeNull();
  });
});

describe("a rated game", () => {
  const rated = room(2, 2, { phase: "finished", finished: finished(1, { scores: [1, 0] }), ratings: { type: "ratings", game: "x", seats: [{ before: 1500, after: 1513 }, { before: 1500, after: 1487, provisional: true }] } });

  it("says what it has changed", () => {
    const card = html(ResultCard, { room: rated, tallies: [], oncommand: () => {}, onreplay: () => {} });
    expect(textOf(card)).toContain("Ratings: Ann 1513 (+13) · Bob 1487? (−13)");
  });

  it("has the rating and the page of a player beside the name", () => {
    const seats = [{ player: { name: "Ann", kept: true, rating: 1500, provisional: true } }, { player: { name: "Bob" } }];
    const strip = (seat: number): string => html(PlayerStrip, { room: { ...rated, seats }, seat, look: undefined, seatLabel: "", now: 0, toMove: false, dense: false });
    expect(strip(0)).toContain('href="/people/Ann"');
    expect(textOf(strip(0))).toMatch(/^Ann rating 1500\?/);
    expect(textOf(strip(1))).toMatch(/^Bob guest/);
  });
});
