/** A bot's page: commands, and the geometry of the plot of its thinking times. Pure. */

import type { CostlyMove, MoveTimes, SettingView, Settings } from "../../protocol";

/** A text as one word of a shell command. */
function quoted(text: string): string {
  return /^[\w./:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The command that analyses a position; `views`: the settings that the game has, of which defaults are left out. */
export function analyseCommand(game: string, settings: Settings, views: readonly SettingView[], position: string): string {
  const set = views.filter(({ name, default: usual }) => settings[name] !== undefined && settings[name] !== usual);
  const options = set.map(({ name }) => `--set ${quoted(`${name}=${settings[name]}`)}`);
  return ["zeitnot analyse", game, ...options, "--", quoted(position)].join(" ");
}

/** The clocks of the pool: minutes, and seconds for each move. */
export const POOL_CLOCKS: Record<string, string> = { bullet: "1+1", blitz: "3+2", rapid: "10+5" };

/** The moves without those that were played before in the same position. */
export function distinctMoves(moves: readonly CostlyMove[]): CostlyMove[] {
  const key = ({ game_type, settings, position, move }: CostlyMove): string => JSON.stringify([game_type, settings, position, move]);
  return moves.filter((move, at) => moves.findIndex((other) => key(other) === key(move)) === at);
}

/** A time with two significant digits: `40 ms`, `1.2 s`, `95 s`. */
export function timeText(ms: number): string {
  if (ms < 1000) return `${ms < 100 ? ms : Math.round(ms / 10) * 10} ms`;
  return `${ms < 9950 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000)} s`;
}

export const PLOT = { width: 640, height: 240, left: 88, right: 12, top: 12, bottom: 36 } as const;
/** The shortest time that the plot tells apart (ms). */
const LEAST_MS = 1;

export interface Tick {
  at: number;
  text: string;
}

export interface Plot {
  /** The line of the medians, and the area up to nine tenths, as SVG paths. */
  median: string;
  area: string;
  points: { x: number; y: number; times: MoveTimes }[];
  moves: Tick[];
  times: Tick[];
}

/** The plot: the number of the move from left to right, the time from below on a logarithmic scale. */
export function plotOf(times: readonly MoveTimes[]): Plot {
  const last = Math.max(...times.map((each) => each.last), 2);
  const longest = Math.max(...times.map((each) => each.p90_ms), 10);
  const shortest = Math.max(Math.min(...times.map((each) => each.median_ms)), LEAST_MS);
  const [low, high] = [Math.floor(Math.log10(shortest)), Math.ceil(Math.log10(longest))];
  const decades = Math.max(high - low, 1);
  const x = (move: number): number => round(PLOT.left + ((move - 1) / (last - 1)) * (PLOT.width - PLOT.left - PLOT.right));
  const y = (ms: number): number => round(PLOT.height - PLOT.bottom - ((Math.log10(Math.max(ms, LEAST_MS)) - low) / decades) * (PLOT.height - PLOT.top - PLOT.bottom));
  const middle = ({ first, last }: MoveTimes): number => x((first + last) / 2);
  const points = times.map((each) => ({ x: middle(each), y: y(each.median_ms), times: each }));
  const upper = times.map((each) => `${middle(each)},${y(each.p90_ms)}`);
  const lower = points.map((point) => `${point.x},${point.y}`);
  const ticks = Array.from({ length: decades + 1 }, (_, index) => 10 ** (low + index));
  return {
    median: `M${lower.join("L")}`,
    area: `M${upper.join("L")}L${[...lower].reverse().join("L")}Z`,
    points,
    moves: [...new Set([1, Math.round((1 + last) / 2), last])].map((move) => ({ at: x(move), text: `${move}` })),
    times: ticks.map((ms) => ({ at: y(ms), text: timeText(ms) })),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
