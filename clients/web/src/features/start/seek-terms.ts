/** Which terms quick pairing takes, and what the page sends for them. Pure. */

import type { BotView, CatalogueGame, Control, GameSummary, NewGame, SeatRequest, WaitingPeople } from "../../protocol";
import type { RoomState } from "../../app/room/room";
import { whyNotTaken } from "../../app/room/takes";
import { defaultChoices } from "./choices";
import { type SeekTerms, canonical } from "./pairing";

/** The kinds of clocks that do not run in one sitting. */
const SLOW: readonly Control["kind"][] = ["correspondence", "unlimited"];

/** The time without an opponent after which the page offers a bot (ms). */
export const OFFER_BOT_MS = 20_000;

/** Whether the server pairs people on these terms: two seats, a clock that runs in one sitting, and the usual start. Other
 * games wait as open seats. */
export function canSeek({ request: { seats, control, setup, listed } }: SeekTerms): boolean {
  return seats.length === 2 && !SLOW.includes(control.kind) && hasUsualStart(setup) && listed !== false;
}

/** Whether a setup asks for nothing but a rated game. */
function hasUsualStart(setup: NewGame["setup"]): boolean {
  return Object.keys(setup ?? {}).every((key) => key === "rated");
}

/** The terms of a game of two seats, with either seat, to play it again with somebody else. */
export function termsLike(game: CatalogueGame, { game_type, control, settings, rated = false }: Pick<GameSummary, "game_type" | "control" | "settings" | "rated">): SeekTerms {
  const request: NewGame = { game_type, control, settings, seats: [{ kind: "me" }, { kind: "open" }], listed: true, ...(rated && { setup: { rated } }) };
  return { game, request, seat: null };
}

/** The terms by which a player of this room can look for another opponent; null: not by quick pairing. */
export function newOpponentTerms({ summary, setup, seats, you }: RoomState, game: CatalogueGame | undefined): SeekTerms | null {
  if (!game || !summary || summary.imported || you === null || seats.length !== 2 || seats.some(({ player }) => player?.bot)) return null;
  if (setup?.position != null || (setup?.moves?.length ?? 0) > 0) return null;
  const terms = termsLike(game, summary);
  return canSeek(terms) ? terms : null;
}

/** Whether these people look for a game on these terms. */
export function isOnTerms(row: WaitingPeople, { game, request }: SeekTerms): boolean {
  if (row.game_type !== request.game_type) return false;
  const defaults = Object.fromEntries(game.settings.map(({ name, default: value }) => [name, value]));
  const [theirs, own] = [row, request].map(({ control, settings }) => canonical({ control, settings: { ...defaults, ...settings } }));
  return theirs === own && (row.rated ?? false) === (request.setup?.rated ?? false);
}

/** The people who wait, without the user, who looks for a game on these terms (null: for none). */
export function othersAmong(rows: readonly WaitingPeople[], own: SeekTerms | null): WaitingPeople[] {
  return rows.map((row) => (own && isOnTerms(row, own) ? { ...row, people: row.people - 1 } : row)).filter(({ people }) => people > 0);
}

/** The request for the same game against a bot that takes it and is free; null: there is none. */
export function againstBot({ game, request, seat }: SeekTerms, bots: readonly BotView[], random: number): { bot: BotView; request: NewGame } | null {
  const terms = { game: game.id, settings: request.settings ?? {}, control: request.control, people: true, bots: false, rated: request.setup?.rated ?? false };
  const taking = bots.filter((bot) => !bot.busy && whyNotTaken(bot.takes ?? [], terms) === null);
  const { bot: name, level } = defaultChoices(game, taking);
  const bot = taking.find((each) => each.name === name);
  if (!bot) return null;
  const seats: SeatRequest[] = [{ kind: "me" }, { kind: "bot", name: bot.name, level }];
  const isSecond = seat == null ? random < 0.5 : seat === 1;
  return { bot, request: { ...request, seats: isSecond ? seats.toReversed() : seats, listed: false } };
}
