/** Games that were read from a file: their page, and what is said of them. */

import { describe, expect, it } from "vitest";

import { fromRecord } from "../src/app/room/fold";
import { commentText, fileFacts, hasTimes, isImported, knownControl, listedSeats, moveSigns, withSideNames } from "../src/app/room/imported";
import { isSynced, seatToMove } from "../src/app/room/room";
import { seatName } from "../src/app/words/format";
import { gameFacts } from "../src/app/words/game-facts";
import { fileDate, fileParts } from "../src/app/words/imported";
import { formatName, formatsOf } from "../src/features/share/files";
import type { CatalogueGame, GameRecord, GameSummary, RoomEvent } from "../src/protocol";
import { texts } from "../src/texts";
import { gameTextsOf } from "./game-views";
import { finished, moved, record, started, summary } from "./helpers";

const en = texts.en;
const FACTS = { Event: "Candidates", Site: "Toronto CAN", Round: "5", Date: "2024.04.09" };

function imported(events: RoomEvent[], more: object = {}): GameRecord {
  return record(events, { state: "finished", control: { kind: "unlimited" }, imported: true, facts: FACTS, ...more } as Partial<GameSummary>);
}

const untimed = (ply: number, move: string) => moved(ply + 2, ply, move, { receipt: { elapsed_ms: 0, compensated_ms: 0, charged_ms: 0, remaining_ms: null } });

describe("the room of an imported game", () => {
  const room = fromRecord(imported([started(1), untimed(0, "a1"), untimed(1, "b2")], { seats: [{ player: { name: "Ann" } }, {}] }), 0);

  it("is finished and has no side to move, even if the file has no result", () => {
    expect([room.phase, room.finished, isSynced(room), seatToMove(room), room.clock?.view.running]).toEqual(["finished", null, true, null, null]);
    expect(room.history.map(({ position }) => position)).toEqual(["......... x", "after a1", "after b2"]);
  });

  it("has no free seat: a player without a name is called by the side", () => {
    expect(room.seats.map((seat) => seatName(seat, en))).toEqual(["Ann", "Unnamed"]);
    expect(withSideNames(room, ["black", "white"]).seats.map((seat) => seatName(seat, en))).toEqual(["Ann", "white"]);
    const stored = fromRecord(record([]), 0);
    expect(withSideNames(stored, ["black", "white"])).toBe(stored);
    expect(stored.seats.map((seat) => seatName(seat, en))).toEqual(["Ada", "Ponderer"]);
  });

  it("has times only if the file has", () => {
    expect(hasTimes(room)).toBe(false);
    expect(hasTimes(fromRecord(imported([started(1), moved(2, 0, "a1")]), 0))).toBe(true);
    expect(hasTimes(fromRecord(record([started(1), untimed(0, "a1")]), 0))).toBe(true);
  });

  it("shows the signs, values and comments of each position, and no moves of variations", () => {
    const said = (seq: number, name: string, text: string) => ({ type: "said", game: "game1", seq, at: seq, name, text }) as RoomEvent;
    const back = { type: "taken_back", game: "game1", seq: 8, at: 8, seat: 1, plies: 1, ply: 1, position: "after a1", turn: 1, elapsed_ms: 0, clock: started(1).clock } as RoomEvent;
    const events = [started(1), said(2, "Comment", "A start"), { ...untimed(0, "a1"), seq: 3 }, said(4, "Sign", "!?"), said(5, "Sign", "$146")];
    const variation = [{ ...untimed(1, "c3"), seq: 6 }, said(7, "Comment", "not played"), back];
    const { history } = fromRecord(imported([...events, ...variation, { ...untimed(1, "b2"), seq: 9 }, said(10, "Value", "0.35"), said(11, "Comment", "Good")]), 0);
    expect(history.map(moveSigns)).toEqual(["", "!?", ""]);
    expect(history.map(commentText)).toEqual(["A start", "", "0.35 · Good"]);
    expect(history.map(({ takenBack }) => takenBack)).toEqual([0, 0, 0]);
    const talk = fromRecord(record([started(1), said(2, "Sign", "!")]), 0);
    expect([talk.history.map(moveSigns), talk.chat.length]).toEqual([[""], 1]);
  });

  it("has the result of the file", () => {
    const ended = fromRecord(imported([started(1), untimed(0, "a1"), finished(3)]), 0);
    expect([ended.phase, ended.finished?.scores]).toEqual(["finished", [0, 1]]);
    const unknown = { ...finished(3), reason: "aborted", scores: null, word: "no result in the file" } as RoomEvent;
    expect(fromRecord(imported([started(1), untimed(0, "a1"), unknown]), 0).finished).toBeNull();
  });
});

describe("the description of an imported game", () => {
  it("says where and when it was played, as far as the file says", () => {
    expect(fileParts(imported([]).game, en, "en-GB")).toEqual(["Candidates", "Toronto CAN", "round 5", "9 Apr 2024"]);
    expect(fileFacts(imported([], { facts: { Event: "?", Site: " ", Round: "-", Date: "????.??.??" } }).game)).toEqual({ event: "", site: "", round: "", date: "" });
    expect(fileParts(imported([], { facts: undefined }).game, en, "en-GB")).toEqual([]);
    expect(fileParts(summary(), en, "en-GB")).toEqual([]);
  });

  it.each([
    ["2024.04.09", "9 Apr 2024"],
    ["2024-4-9", "9 Apr 2024"],
    ["1911.??.??", "1911"],
    ["1911", "1911"],
    ["1911.02.??", "Feb 1911"],
    ["1911-02", "Feb 1911"],
    ["2023.02.30", "2023.02.30"],
    ["2023.13.01", "2023.13.01"],
    ["spring 1900", "spring 1900"],
    ["", ""],
  ])("the date %j is %j", (text, shown) => expect(fileDate(text, "en-GB")).toBe(shown));

  it("leaves out clocks that it does not have, and free seats", () => {
    const game = imported([], { seats: [{}, { reserved: "Bob" }] }).game;
    expect([isImported(game), isImported(summary()), isImported(null)]).toEqual([true, false, false]);
    expect(listedSeats(game).map(({ player }) => player?.name)).toEqual(["", "Bob"]);
    expect(gameFacts(knownControl(game), {}, [], gameTextsOf("", "en"), en)).toEqual([]);
    expect([knownControl(summary()), knownControl(imported([], { control: { kind: "fischer" } }).game)?.kind]).toEqual([summary().control, "fischer"]);
  });
});

describe("the files of a game", () => {
  const game = (formats: string[]) => ({ id: "mygame", formats }) as unknown as CatalogueGame;

  it("are in the formats that the server lists, and always in Zeitnot's own", () => {
    expect(formatsOf(game(["txt", "ggf"]))).toEqual(["txt", "ggf", "json"]);
    expect([formatsOf(game([])), formatsOf(undefined)]).toEqual([["json"], ["json"]]);
    const view = { hasFile: (format: string, start: string) => format !== "mat" || start === "start" };
    expect(["start", "other"].map((start) => formatsOf(game(["mat", "txt"]), view, start))).toEqual([["mat", "txt", "json"], ["txt", "json"]]);
  });

  it("have names", () => {
    expect(["pgn", "txt"].map((format) => formatName(format, en))).toEqual(["PGN", "Transcript"]);
    for (const t of Object.values(texts)) expect(formatName("txt", t)).not.toBe("TXT");
  });
});
