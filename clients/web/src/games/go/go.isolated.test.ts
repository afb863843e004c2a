/** Go in the web client: numbers in the list of moves, announcements of time and passes, komi, and marks on stones. */

import { render } from "svelte/server";
import { type Component } from "svelte";
import { describe, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));

import Board from "../../app/board/Board.svelte";
import MoveList from "../../features/record/MoveList.svelte";
import { fromRecord, update } from "../../app/room/fold";
import { moveNumbers, moveRows } from "../../app/room/timeline";
import { settingValue } from "../../app/words/format";
import { gameFacts } from "../../app/words/game-facts";
import { announcement } from "../../features/record/announcement";
import { turnNotes } from "../../features/turn/turn-notes";
import { gameView as go } from "./view";
import type * as p from "../../protocol";
import { texts } from "../../texts";
import { gameTextsOf } from "../../../tests/game-views";
import { moved, record, seated, started, welcome } from "../../../tests/helpers";
import { putting } from "../../../tests/toys";

const WORDS = gameTextsOf("go", "en");
const SETTINGS: p.SettingView[] = [
  { name: "size", default: 9, choices: [9, 13, 19] },
  { name: "komi", default: "auto", choices: ["auto", "7.5"] },
  { name: "handicap", default: 0, choices: [0, 2, 3] },
];
const OPENING: p.RoomEvent[] = [seated(1, 0, "Ada", "a"), seated(2, 1, "Ponderer", "b"), started(3)];

/** The room after these moves, made alternately, as seat 0 sees it; the server may have made the last one. */
function room(moves: readonly string[], by_server = false, legal: string[] = []) {
  const events = moves.map((move, ply) => moved(4 + ply, ply, move, { by_server: by_server && ply === moves.length - 1 }));
  const seq = 3 + events.length;
  const synced = [welcome(0, seq), { type: "turn", game: events[0]?.game ?? "", ply: events.length, legal } as p.Turn];
  return [...events, ...synced].reduce((state, message) => update(state, message, 0), fromRecord(record(OPENING, { state: "running", game_type: "go" }), 0));
}

function html<P extends Record<string, unknown>>(part: Component<P>, props: P): string {
  return render(part as Component, { props }).body;
}

function textOf(body: string): string {
  return body.replaceAll(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]*>/g, " ").replaceAll(/\s+/g, " ").trim();
}

function announce(state: ReturnType<typeof room>, buttonMoves: readonly string[]): string {
  return announcement({ room: state, shownPly: state.history.length - 1, gameView: go, handAt: undefined, buttonMoves, t: texts.en, gameTexts: WORDS, language: "en" });
}

describe("the list of moves", () => {
  it("numbers only stones and passes, one by one", () => {
    const { history } = room(["D4", "Q16", "pass", "pass", "dead D4", "done", "resume", "C3"]);
    expect([...moveNumbers(history, go.isNumbered!)]).toEqual([[1, 1], [2, 2], [3, 3], [4, 4], [8, 5]]);
  });

  it("writes the number before each move", () => {
    const list = html(MoveList, { game: "go", history: room(["D4", "Q16", "C3"]).history, gameView: go, seats: 2, shownPly: 3, onshow: () => {} });
    expect(textOf(list)).toMatch(/^1 D4 1\.0 2 Q16 2\.0 3 C3 3\.0/);
  });

  it("marks a move that the server has played", () => {
    const { history } = room(["pass", "pass", "resume"], true);
    expect(moveRows(history).map(({ byServer }) => byServer)).toEqual([false, false, true]);
    const list = html(MoveList, { game: "go", history, gameView: go, seats: 2, shownPly: 3, onshow: () => {} });
    expect(list).toMatch(/title="played by the server: the time for this turn ran out"/);
    expect(list.match(/played by the server/g)?.length).toBe(1);
  });
});

describe("a screen reader announces", () => {
  it("a pass of the other side, without suggesting to pass", () => {
    expect(announce(room(["D4", "pass"], false, ["C3", "pass"]), ["pass"])).toBe("Ponderer passed. Your move.");
  });

  it("the buttons of a marking, and of a position that has only buttons", () => {
    expect(announce(room(["pass", "pass"], false, ["dead D4", "done", "resume"]), ["done", "resume"])).toBe("Ponderer passed. Your move. Buttons: Done, Resume.");
    expect(announce(room(["D4", "D5"], false, ["pass"]), ["pass"])).toBe("Ponderer played D5. Your move: Pass.");
  });

  it("that the time for marking ran out", () => {
    expect(announce(room(["pass", "resume"], true), [])).toBe("Time for marking ran out. Play goes on.");
  });
});

describe("the time for marking", () => {
  it("is shown with what happens at its end", () => {
    expect(WORDS.uncharged?.(42)).toBe("42 s left to mark or agree, then play goes on");
  });

  it("is noted above the position's other notes after it ran out", () => {
    const state = room(["pass", "pass", "resume"], true);
    const entry = { ...state.history[3]!, position: "9/9/9/9/9/9/9/9/x7o x - 0 0,0 resumed" };
    const notes = (by_server: boolean) => turnNotes(state, { ...entry, moved: { ...entry.moved!, by_server } }, go, texts.en, WORDS, "en");
    expect(notes(true)).toEqual(["Time for marking ran out. Play goes on.", ...notes(false)]);
    expect(notes(false).length).toBe(1);
  });

  it("is noted by seat and move in a game without a text for it", () => {
    const state = room(["a1"], true);
    expect(turnNotes(state, state.history[1], putting, texts.en, gameTextsOf("mygame", "en"), "en")).toEqual(["The time of Ada for this turn ran out. The server played: a1"]);
  });

  it("warns only the player who has agreed to stay", () => {
    const marking = "9/9/9/9/9/9/9/9/x7o o - 2 0,0 x x";
    const warned = [0, 1, null].map((viewer) => go.notes?.(marking, viewer, "en", {}).some((note) => note.startsWith("Do not leave yet: White")));
    expect(warned).toEqual([true, false, false]);
  });
});

describe("komi", () => {
  it.each([
    [9, 0, "Usual (7)"],
    [19, 0, "Usual (7.5)"],
    [9, 2, "Usual (0.5)"],
  ])("of size %s with %s handicap stones is %s in the dialog", (size, handicap, text) => {
    const [, komi] = SETTINGS;
    expect(settingValue(komi!, "auto", WORDS, { size, handicap })).toBe(text);
    expect(settingValue(komi!, "7.5", WORDS, { size, handicap })).toBe("7.5");
  });

  it("is shown in the room with handicap and rules", () => {
    const byoyomi: p.Control = { kind: "byoyomi", base_ms: 300_000, periods: 5, period_ms: 20_000 };
    expect(gameFacts(byoyomi, {}, SETTINGS, WORDS, texts.en)).toEqual(["5+5×20s", "Komi: 7", "Area scoring, positional superko"]);
    expect(gameFacts(byoyomi, { size: 19, komi: "auto", handicap: 3 }, SETTINGS, WORDS, texts.en).slice(1)).toEqual(["19 × 19", "Komi: 0.5", "Handicap stones: 3", "Area scoring, positional superko"]);
    expect(gameFacts(byoyomi, { komi: "7.5" }, SETTINGS, WORDS, texts.en)).toContain("Komi: 7.5");
  });

  it("is not shown in other games", () => {
    const size: p.SettingView = { name: "size", default: 8, choices: [8, 6] };
    expect(gameFacts({ kind: "unlimited" }, {}, [size], gameTextsOf("othello", "en"), texts.en)).toEqual(["No clock"]);
  });
});

describe("a stone", () => {
  const board = (position: string, lastMove: string[]) => html(Board, { game: "go", drawing: go.draw(position, null), label: "", lastMove });

  it("has a ring only if it is the last move", () => {
    const position = "9/9/9/9/9/9/9/9/xo6o x - 0 0,0";
    expect(board(position, [])).not.toMatch(/class="(inner|last)/);
    expect(board(position, ["B1"]).match(/data-last="B1"/g)?.length).toBe(1);
  });

  it("has a cross and no ring if it is marked as dead", () => {
    const body = board("9/9/9/9/9/9/9/9/xO6o x - 2 0,0 x -", ["B1"]);
    expect(body).toContain('data-dead="white"');
    expect(body).not.toContain("data-last");
  });
});
