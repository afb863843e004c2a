/** What a game's page shows while its connection is lost, and just after. */

import { render } from "svelte/server";
import { type Component } from "svelte";
import { describe, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));
vi.stubGlobal("location", { href: "http://localhost/game/x" });

import Banners from "../../src/features/turn/Banners.svelte";
import Failure from "../../src/app/notices/Failure.svelte";
import PlayerStrip from "../../src/features/play/PlayerStrip.svelte";
import { type RoomState, unknownRoom } from "../../src/app/room/room";
import { ApiError } from "../../src/app/server/api";
import type { Status } from "../../src/app/server/socket";
import type { RoomSession } from "../../src/features/session/room.svelte";
import { texts } from "../../src/texts";
import { BLITZ, summary } from "../helpers";

const { game } = texts.en;
const seats = [{ player: { name: "Ann" } }, { player: { name: "Bob" } }];

function room(more: Partial<RoomState> = {}): RoomState {
  const clock = { view: { remaining_ms: [60_000, 60_000], running: 0 }, at: 0 };
  const presence = { type: "presence" as const, game: "x", seats: [true, false], spectators: 0 };
  return { ...unknownRoom("x"), summary: summary({ seats, control: BLITZ }), seats, clock, you: 0, phase: "running", presence, ...more };
}

function bannersOf(state: RoomState, status: Status, settling = false, away = [1]): string {
  const session = { state, status, settling, away: new Set(away), dismissal: null } as unknown as RoomSession;
  return render(Banners as Component, { props: { session, now: 0 } }).body;
}

function strip(more: Partial<{ lost: boolean; away: boolean; room: RoomState }>): string {
  return render(PlayerStrip as Component, { props: { room: room(), seat: 1, seatLabel: "", now: 0, toMove: false, dense: false, ...more } }).body;
}

describe("without a connection", () => {
  it("a clock is marked as not certain, and its value is the last that is known to run", () => {
    expect(strip({})).toContain(`aria-label="${game.clockOf("Bob")}"`);
    const unsure = strip({ lost: true });
    expect(unsure).toContain(`aria-label="${game.unsureClockOf("Bob")}"`);
    expect(unsure).toMatch(/class="clock figures[^"]* unsure/);
  });

  it("a stopped clock is not", () => {
    expect(strip({ lost: true, room: room({ phase: "paused" }) })).not.toContain(game.unsureClockOf("Bob"));
  });

  it("a player reads what that means for the clocks", () => {
    expect(bannersOf(room(), "lost")).toContain(game.lost);
    expect(bannersOf(room({ you: null }), "lost")).not.toContain(game.lost);
    expect(bannersOf(room(), "open")).not.toContain(game.lost);
  });

  it("a player still reads that the clocks are stopped, if that was the server's last message", () => {
    const halted = (status: Status) => bannersOf(room({ halted: true }), status);
    for (const status of ["open", "lost"] as const) expect(halted(status)).toContain(game.halted);
    expect(halted("lost")).toContain(texts.en.play.lost);
    expect(halted("lost")).not.toContain(game.lost);
    expect(halted("stopped")).toContain(game.serverAway);
    expect(halted("stopped")).not.toContain(game.halted);
  });
});

describe("just after the page has come back", () => {
  const absenceDeadlines = { 1: 27_000 };

  it("no other player is shown as away yet", () => {
    expect(bannersOf(room({ absenceDeadlines }), "open")).toContain(game.awayFor("Bob", 27));
    expect(bannersOf(room({ absenceDeadlines }), "open", true, [])).not.toContain(game.awayFor("Bob", 27));
    expect([strip({ away: true }), strip({})].map((html) => html.includes(`>${game.away}<`))).toEqual([true, false]);
  });

  it("no player is away in a game that has ended", () => {
    expect(strip({ away: true, room: room({ phase: "finished" }) })).not.toContain(`>${game.away}<`);
  });

  it("the player reads who counts as away, and why the game is paused if it waits for no player", () => {
    expect(bannersOf(room({ absenceDeadlines: { 0: 9000 } }), "open", true)).toContain(game.missed(9));
    const paused = (pause: RoomState["pause"], settling: boolean) => bannersOf(room({ phase: "paused", pause }), "open", settling);
    expect([paused("outage", false).includes(game.paused), paused("outage", true).includes(game.paused)]).toEqual([true, false]);
    expect(paused("crashed", true)).toContain(game.shelved);
  });
});

describe("a page that cannot be shown", () => {
  it("says that it tries again by itself, if it does", () => {
    const failed = (code: string, onretry?: () => void) => render(Failure as Component, { props: { failure: new ApiError(code, "No."), onretry } }).body;
    const repeats = [failed("busy", () => undefined), failed("busy"), failed("no_such_game", () => undefined)];
    expect(repeats.map((html) => html.includes(texts.en.errors.repeats))).toEqual([true, false, false]);
    expect(repeats[0]).toContain(texts.en.errors.codes.busy);
  });

  it("leads to the front page, unless it is that", () => {
    const failed = (atHome?: boolean) => render(Failure as Component, { props: { failure: new ApiError("busy", "No."), atHome } }).body;
    expect([undefined, true].map((atHome) => failed(atHome).includes(texts.en.errors.home))).toEqual([true, false]);
  });
});
