/** Dice that others have thrown under their cups, and bids on how many there are, as the page shows them. */

import { type Component, type ComponentProps } from "svelte";
import { render } from "svelte/server";
import { describe, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));
vi.stubGlobal("location", { href: "http://localhost/game/x" });

import Board from "../../src/app/board/Board.svelte";
import { fromRecord, update } from "../../src/app/room/fold";
import type { RoomState } from "../../src/app/room/room";
import { turnText } from "../../src/app/words/format";
import MoveList from "../../src/features/record/MoveList.svelte";
import TurnBar from "../../src/features/turn/TurnBar.svelte";
import { shownThrows } from "../../src/features/play/shown-throws";
import type { Pair } from "../../src/games/boards/pairs";
import type { RoomEvent } from "../../src/protocol";
import { en } from "../../src/texts/en";
import { moved, record, started, summary, threw } from "../helpers";
import { bidding } from "../toys";

function html<P extends Record<string, unknown>>(part: Component<P>, props: P): string {
  return render(part as Component, { props }).body;
}

/** What screen readers say of the dice. */
function diceIn(body: string): string[] {
  return [...body.matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, label]) => label ?? "");
}

function bar(more: Partial<ComponentProps<typeof TurnBar>>): string {
  return html(TurnBar, { dice: [], thrower: "", status: "", mine: true, unsure: false, time: "", confirmation: undefined, buttonMoves: [], names: {}, canMove: false, inert: false, onplay: () => {}, mainMove: undefined, onundo: undefined, ondone: undefined, onlatest: undefined, ...more });
}

/** A room of two in which all dice are thrown at once; this viewer sees three of the four. */
function room(...values: number[]) {
  const thrown = { ...threw(2, 2, 0, 1, 0), values, seat: null };
  const events: RoomEvent[] = [started(1), thrown, moved(3, 0, "1x2", { seat: 0, turn: 1 }), moved(4, 1, "2x2", { seat: 1, turn: 0 })];
  return events.map((_, index) => events.slice(0, index + 1).reduce<RoomState>((state, event) => update(state, event, 0), { ...fromRecord(record(), 0), you: 0, summary: summary() }));
}

const ONE_HIDDEN = [3, 1, -1, 5];

describe("a hidden die", () => {
  it("lies on the board face down", () => {
    const body = html(Board, { game: "mygame", drawing: bidding.draw("13.?? - 0", 0), label: "board", onspot: () => {} });
    expect(diceIn(body)).toEqual(["Thrown: 1", "Thrown: 3", "A die that you cannot see", "A die that you cannot see"]);
    expect(body.match(/<text y="1"[^>]*>\?/g)?.length).toBe(2);
    expect(body.match(/<circle[^>]*r="2.6"/g)?.length).toBe(4);
  });

  it("lies face down beside the board, too", () => {
    expect(diceIn(bar({ dice: ONE_HIDDEN }))).toEqual(["Thrown: 3", "Thrown: 1", "A die that you cannot see", "Thrown: 5"]);
  });

  it("is ? in the list of moves, which leaves out a throw of too many dice", () => {
    const list = (...values: number[]) => html(MoveList, { game: "mygame", history: room(...values).at(-1)!.history, gameView: bidding, seats: 2, shownPly: 1, onshow: () => {} });
    expect(list(...ONE_HIDDEN)).toMatch(/>3 1 \? 5:</);
    expect(list(...ONE_HIDDEN, -1, -1, -1)).not.toContain("?");
    expect(list(...ONE_HIDDEN, -1, -1, -1)).toContain("1 × 2");
  });

  it("keeps its throw out of the text that says whose move it is", () => {
    const text = (...values: number[]) => turnText({ ...room(...values)[1]!, phase: "running" }, false, en);
    expect([text(...ONE_HIDDEN), text(3, 1)]).toEqual(["Your move", "Your move with 3 and 1"]);
  });

  it("can be placed by the game's view", () => {
    expect(shownThrows(room(...ONE_HIDDEN)[1]!.history, 0).map(({ values }) => values)).toEqual([ONE_HIDDEN]);
  });
});

describe("a bid", () => {
  const moves = ["liar", "4x5", "4x6", "5x1", "5x2", "5x3", "5x4", "5x5", "5x6", "6x1", "6x2", "6x3"];
  const pairs = moves.slice(1).map((move) => ({ move, ...(bidding.pairOf?.(move) as Pair) }));

  it("is chosen by a number and a face, other moves by their buttons", () => {
    const body = bar({ buttonMoves: moves, pairs, names: { liar: "Liar!" } });
    expect(body).not.toContain("<select");
    expect([...body.matchAll(/<button[^>]*>([^<]*)/g)].map(([, text]) => text?.trim())).toEqual(["Liar!", "−", "+", "4 × 5"]);
    const radios = [...body.matchAll(/<input type="radio"[^>]*>/g)].map(([radio]) => [/value="(\d)"/.exec(radio)?.[1], radio.includes("disabled"), radio.includes("checked")]);
    expect(radios).toEqual([["1", true, false], ["2", true, false], ["3", true, false], ["4", true, false], ["5", false, true], ["6", false, false]]);
    for (const label of ["A number of dice with a face", "How many", "Which face", "Fewer", "More"]) expect(body).toContain(`aria-label="${label}"`);
  });

  it("cannot be chosen while a move awaits confirmation, or when no bid is legal", () => {
    const confirmation = { text: "Sure?", hint: "", yes: "Yes", onyes: () => {}, onno: () => {} };
    expect(bar({ buttonMoves: moves, pairs, confirmation })).not.toContain("radiogroup");
    expect(bar({ buttonMoves: ["liar"] })).not.toContain("radiogroup");
  });
});
