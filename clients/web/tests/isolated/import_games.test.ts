/** Importing games: what is sent, what opens at once and what is listed, with a server that answers as the API says. */

import { render } from "svelte/server";
import { type Component } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en-GB"] }));

import HistoryRow from "../../src/features/history/HistoryRow.svelte";
import ImportResult from "../../src/features/imports/ImportResult.svelte";
import { importText, isTooLarge, readFile } from "../../src/features/imports/import";
import { notesOn } from "../../src/features/imports/notes";
import ImportedLine from "../../src/features/play/ImportedLine.svelte";
import ReplayBar from "../../src/features/record/ReplayBar.svelte";
import ResultCard from "../../src/features/play/ResultCard.svelte";
import { RoomSession } from "../../src/features/session/room.svelte";
import Share from "../../src/features/share/Share.svelte";
import { fromRecord } from "../../src/app/room/fold";
import { ApiError } from "../../src/app/server/api";
import { type ImportedGame, type Imports, MAX_IMPORT_BYTES } from "../../src/protocol";
import type { GameSummary } from "../../src/protocol";
import { GAME, finished, moved, record, started, summary } from "../helpers";

vi.mock("../../src/features/session/commitments", () => ({ firstCommitment: () => null, keepCommitment: () => undefined }));

const PGN = "[White \"Ann\"]\n\n1. a1 *";
const one: ImportedGame = { id: "abcd", url: "/game/abcd", game_type: "mygame", players: ["Ann", ""], moves: 1, result: "1-0" };
const problem = "text:4: \"Ke9\" is not a move; expected a legal move";

/** A server that gives this answer; returns the bodies that it gets. */
function answering(answer: Partial<Imports> | object, status = 200): unknown[] {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", (path: string, { method, body }: { method: string; body: string }) => {
    bodies.push([method, path, JSON.parse(body)]);
    return Promise.resolve(Response.json({ games: [], problems: [], notes: [], ...answer }, { status }));
  });
  return bodies;
}

function textOf(part: Component<never>, props: object): string {
  const { body } = render(part as Component, { props });
  return body.replaceAll(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]*>/g, " ").replaceAll(/\s+/g, " ").trim();
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.stubGlobal("navigator", { languages: ["en-GB"] });
});

describe("an import", () => {
  it("sends the text, and the game if it was chosen", async () => {
    const bodies = answering({ games: [one] });
    await importText(PGN);
    await importText(PGN, "mygame");
    expect(bodies).toEqual([
      ["POST", "/api/v1/imports", { text: PGN }],
      ["POST", "/api/v1/imports", { text: PGN, game_type: "mygame" }],
    ]);
  });

  it("of one game opens it, and its page shows the server's notes", async () => {
    answering({ games: [{ ...one, id: "noted" }], notes: ["text:3: 0-0 read as O-O"] });
    expect(await importText(PGN)).toBe("/game/abcd");
    expect(notesOn("noted")).toEqual(["text:3: 0-0 read as O-O"]);
    expect(notesOn("other")).toEqual([]);
  });

  it.each([
    ["several games", { games: [one, { ...one, id: "efgh" }] }],
    ["a game and a problem", { games: [one], problems: [problem] }],
    ["problems alone", { problems: [problem] }],
  ])("of %s is listed", async (_, answer) => {
    answering(answer);
    expect(await importText(PGN)).toMatchObject(answer);
  });

  it("fails with the server's sentence", async () => {
    answering({ title: "Bad", status: 422, code: "bad_file", detail: problem }, 422);
    await expect(importText(PGN)).rejects.toEqual(new ApiError("bad_file", problem));
  });

  it("is listed with links, problems in the server's words, and notes", () => {
    const answer = { games: [one, { ...one, id: "efgh", url: "/game/efgh", result: null, moves: 30 }], problems: [problem], notes: ["text:3: read as O-O"] };
    const { body } = render(ImportResult as Component, { props: { answer, onmore: () => {} } as object });
    expect(body.match(/href="[^"]+"/g)).toEqual(['href="/game/abcd"', 'href="/game/efgh"']);
    expect(textOf(ImportResult as Component<never>, { answer, onmore: () => {} })).toMatch(
      /^2 games were imported Ann – Unnamed mygame · 1-0 · 1 move Ann – Unnamed mygame · 30 moves 1 problem text:4: "Ke9" is not a move; expected a legal move Notes text:3: read as O-O Import more$/,
    );
  });
});

describe("a file to import", () => {
  it("is decoded", async () => {
    expect(await readFile(new Blob([PGN]))).toEqual({ text: PGN, encoding: "UTF-8" });
  });

  it("is at most 1 MB in UTF-8", async () => {
    expect([isTooLarge("x".repeat(MAX_IMPORT_BYTES)), isTooLarge("x".repeat(MAX_IMPORT_BYTES + 1)), isTooLarge("象".repeat(MAX_IMPORT_BYTES / 2))]).toEqual([false, true, true]);
    expect((await readFile(new Blob(["x".repeat(MAX_IMPORT_BYTES)])))?.text.length).toBe(MAX_IMPORT_BYTES);
    expect(await readFile(new Blob(["x".repeat(MAX_IMPORT_BYTES + 1)]))).toBeNull();
    expect(await readFile({ size: 3e9, arrayBuffer: () => Promise.reject(new Error("read")) } as unknown as Blob)).toBeNull();
  });
});

describe("an imported game", () => {
  const facts = { Event: "Candidates", Date: "2024.04.09" };
  const imported = { imported: true, facts, state: "finished", control: { kind: "unlimited" }, seats: [{ player: { name: "Ann" } }, {}] } as Partial<GameSummary>;

  it("has a page without a connection", async () => {
    const sockets = vi.fn();
    for (const name of ["addEventListener", "removeEventListener"]) vi.stubGlobal(name, () => undefined);
    vi.stubGlobal("WebSocket", sockets);
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(record([started(1), moved(2, 0, "a1")], imported))));
    const session = new RoomSession(GAME);
    await vi.waitFor(() => expect(session.status).toBe("open"));
    expect([session.state.phase, session.state.history.length, sockets.mock.calls.length]).toEqual(["finished", 2, 0]);
    session.leave();
  });

  it("is marked in the list, with the date of the file, and has no clock", () => {
    const row = (more: object) => textOf(HistoryRow as Component<never>, { game: summary({ ...imported, moves: 7, ...more }), onopen: () => {} });
    expect(row({})).toMatch(/^mygame Imported · Candidates · 9 Apr 2024 Ann Unnamed .*7 moves$/);
    expect(row({ facts: {} })).toMatch(/^mygame Imported \d+ \w+ (1969|1970), /);
    expect(row({ imported: false })).not.toContain("Imported");
  });

  it("is marked above its board", () => {
    expect(textOf(ImportedLine as Component<never>, { summary: summary(imported), notes: ["text:3: read as O-O"] })).toBe("Imported · Candidates · 9 Apr 2024 text:3: read as O-O");
  });

  const card = (events: Parameters<typeof record>[0]) =>
    textOf(ResultCard as Component<never>, { room: fromRecord(record(events, imported), 0), tallies: [], oncommand: () => {}, onreplay: () => {} });

  it("has a result, if the file has one, and neither rematch nor dice to verify", () => {
    expect(card([started(1), moved(2, 0, "a1"), finished(3, { scores: [1, 0] })])).toBe("Ann wins 1–0 Imported by resignation Replay");
    expect(card([started(1), moved(2, 0, "a1")])).toBe("Imported game The file has no result. Replay");
    expect(card([])).toBe("Imported position");
  });
});

describe("the bar under a replay", () => {
  const bar = (newestPly: number, onplayfrom?: (() => void) | null, timed = true) => {
    const props = { replay: { isPlaying: false, pace: "even" }, shown: { newestPly }, values: { offered: false }, isPlayedOut: false, timed, onplayfrom };
    return render(ReplayBar as Component, { props: props as object }).body;
  };

  it("offers a game from the position shown, where one can start", () => {
    expect(bar(3, () => {})).toMatch(/<button class="from[^>]*>Play from here/);
    expect(bar(3, null)).toMatch(/<button class="from[^>]*disabled[^>]*>Play from here/);
    expect(bar(3)).not.toContain("Play from here");
  });

  it("has no pace without times, and nothing to replay without moves", () => {
    expect([bar(3).includes("<select"), bar(3, null, false).includes("<select"), bar(3, null, false).includes("Play<"), bar(0, () => {}).includes("Play<")]).toEqual([true, false, true, false]);
  });
});

describe("what can be shared", () => {
  const shared = (position: string | null, formats: string[]) => {
    vi.stubGlobal("location", { href: "http://zeitnot.test/game/abcd?x#y" });
    return render(Share as Component, { props: { id: "abcd", ply: 7, position, formats } as object }).body;
  };

  it("is the position shown, by link and as text, and the game in each format", () => {
    const body = shared("8/8 w", ["pgn", "json"]);
    expect(body.match(/value="[^"]+"/g)).toEqual(['value="http://zeitnot.test/game/abcd#ply=7"', 'value="8/8 w"']);
    expect(body.match(/href="[^"]+"/g)).toEqual(['href="/api/v1/games/abcd/export?format=pgn"', 'href="/api/v1/games/abcd/export?format=json"']);
  });

  it("is only the link while something is hidden", () => {
    const body = shared(null, []);
    expect([body.match(/<input/g)?.length, body.includes("export")]).toEqual([1, false]);
  });
});
