import type * as p from "../src/protocol";

export const GAME = "5N9GpbhX2r";
export const BLITZ: p.Control = { kind: "fischer", base_ms: 180_000, increment_ms: 2000 };

export function summary(more: Partial<p.GameSummary> = {}): p.GameSummary {
  return {
    id: GAME,
    game_type: "mygame",
    settings: {},
    control: BLITZ,
    state: "open",
    seats: [{ reserved: "Ada" }, { reserved: "Ponderer" }],
    moves: 0,
    position: "......... x",
    created_at: 0,
    ...more,
  };
}

export function record(events: p.RoomEvent[] = [], more: Partial<p.GameSummary> = {}): p.GameRecord {
  return { game: summary(more), commitment: "c0", rules_version: 1, events };
}

export function welcome(you: number | null, seq: number, since_at: number | null = null): p.Welcome {
  const room = { game_type: "mygame", rules_version: 1, settings: {}, control: BLITZ, seats: 2, draws: true, created_at: 0 };
  return { type: "welcome", game: GAME, room, seq, commitment: "c0", you, since_at };
}

const at = { game: GAME, at: 0 };
const clock = (running: number | null): p.ClockView => ({ remaining_ms: [180_000, 180_000], running });

export function seated(seq: number, seat: number, name: string | null, salt?: string): p.Seated {
  return { type: "seated", ...at, seq, seat, seat_view: name ? { player: { name }, salt: salt ?? null } : {} };
}

export function started(seq: number): p.Started {
  return { type: "started", ...at, seq, salts: ["a", "b"], position: "......... x", clock: clock(0), turn: 0 };
}

export function moved(seq: number, ply: number, move: string, more: Partial<p.Moved> = {}): p.Moved {
  const receipt = { elapsed_ms: 1000 * (ply + 1), compensated_ms: 0, charged_ms: 0, remaining_ms: 179_000 };
  const seat = ply % 2;
  return { type: "moved", ...at, seq, seat, ply, move, position: `after ${move}`, receipt, clock: clock(1 - seat), turn: 1 - seat, ...more };
}

export function threw(seq: number, k: number, ply: number, value: number, turn: number): p.Threw {
  return { type: "threw", ...at, seq, k, ply, kind: "dice", values: [value], position: `thrown ${value}`, turn };
}

/** A seat leaves and the others play on. */
export function withdrew(seq: number, seat: number, more: Partial<p.Withdrew> = {}): p.Withdrew {
  return { type: "withdrew", ...at, seq, seat, reason: "resign", position: `without ${seat}`, clock: clock(1), elapsed_ms: 0, ...more };
}

export function finished(seq: number, more: Partial<p.Finished> = {}): p.Finished {
  return { type: "finished", ...at, seq, reason: "resign", seed: "00", clock: clock(null), scores: [0, 1], ...more };
}

export function error(code: string, id?: string): p.Error {
  return { type: "error", code, message: "No.", game: GAME, id: id ?? null };
}
