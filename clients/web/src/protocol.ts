// Generated from clients/zeitnot_protocol by `make docs`; do not edit.
// An optional field is left out of a message when it has its default.

export const SUBPROTOCOL = "zeitnot.v1";

export const MAX_FRAME_BYTES = 4096;

export const EXPORT_FORMAT = "zeitnot-game-1";

export const HIDDEN = -1;

export const INVALID_TEXT = 1007;

export const POLICY_VIOLATION = 1008;

export const SERVICE_RESTART = 1012;

export const TRY_AGAIN_LATER = 1013;

export const RELOCATED = 4421;

export const FINAL_CLOSE_CODES: ReadonlySet<number> = new Set([1002, 1003, 1007, 1008, 1009, 1010]);

export const MAX_GRACE_S = 3600;

export const MAX_HOPS = 5;

export const SEND_AGAIN: ReadonlySet<string> = new Set(["busy", "read_only", "retry"]);

export type GameId = string;

export type CommandId = string;

export type Salt = string;

export type Text = string;

export type MoveText = string;

export type PositionText = string;

export type LineText = string;

export type Name = string;

export type BotName = string;

export type ProcessId = string;

export type Version = string;

export type Millis = number;

export type FirstMoveMillis = number;

export type Count = number;

export type SettingText = string;

export type SettingNumber = number;

export type Settings = Record<string, SettingText | SettingNumber | boolean>;

export type RoomIn = Hello | Sit | Leave | Ready | Move | Resign | Draw | Takeback | Adjourn | ResumeWish | Abort | Claim | RematchWish | Chat | Info;

export type What = "draw" | "takeback" | "adjourn" | "resume";

export type Reason = "rules" | "resign" | "flag" | "agreed" | "repetition" | "move_limit" | "dead" | "abandoned" | "aborted" | "adjudicated";

export type RoomEvent = Seated | Started | Threw | Moved | Offered | Answered | TakenBack | Withdrew | Paused | Resumed | Said | Finished | Rematch;

export type RoomOut = Seated | Started | Threw | Moved | Offered | Answered | TakenBack | Withdrew | Paused | Resumed | Said | Finished | Rematch | Welcome | Ack | Error | Turn | Clock | Presence | Countdown | Info | Relocated;

export type LobbyIn = Watch;

export type LobbyOut = Lobby | LobbyChanged | Invited | Error;

export type ErrorCode = "aborts_too_often" | "absent" | "agreed_already" | "bad_control" | "bad_filter" | "bad_position" | "bad_seats" | "bad_settings" | "bad_setup" | "bad_token" | "bad_upgrade" | "banned" | "bot_busy" | "bot_offline" | "bot_plays_not" | "bots_only" | "busy" | "chat_closed" | "chat_full" | "crashed" | "disk_low" | "full" | "hello_first" | "id_reused" | "illegal_move" | "internal_error" | "malformed" | "method_not_allowed" | "muted" | "name_fixed" | "name_mixed" | "name_reserved" | "name_taken" | "name_unfit" | "no_draws" | "no_offer" | "no_seat" | "no_subprotocol" | "no_such_account" | "no_such_book" | "no_such_bot" | "no_such_game" | "no_such_level" | "no_such_seat" | "no_such_token" | "no_takeback" | "not_for_you" | "not_found" | "not_json" | "not_read" | "not_ready" | "not_seated" | "not_signed_in" | "not_your_turn" | "offer_open" | "offered_already" | "offered_lately" | "offered_too_often" | "other_version" | "played_elsewhere" | "read_only" | "ready_already" | "refused" | "relocated" | "rematch_made" | "replaced" | "retry" | "rules_changed" | "sat_too_often" | "seat_reserved" | "seat_taken" | "seated_already" | "too_early" | "too_fast" | "too_large" | "too_late" | "too_long" | "too_many_bots" | "too_many_connections" | "too_many_games" | "too_many_open" | "too_many_requests" | "too_many_seats" | "too_many_sockets" | "too_many_tokens" | "too_slow" | "unknown_message" | "wished_already" | "wrong_game" | "wrong_host" | "wrong_origin" | "wrong_ply" | "wrong_state";

/** One stage of `stages`: so many moves in `base_ms`, which is added when the stage begins.
 *
 * `moves` null, in the last stage only: the rest of the game. A last stage with moves repeats.
 */
export interface Stage {
  base_ms: Millis;
  moves?: number | null;
  increment_ms?: Millis;
}

/** A time control. `kind` says which of the other fields count; the rest stay null.
 *
 * `sudden_death` base_ms · `fischer` base_ms, increment_ms, cap_ms? · `delay` and `bronstein`
 * base_ms, delay_ms · `per_move` time_ms · `byoyomi` base_ms, periods, period_ms · `canadian`
 * base_ms, moves, period_ms · `hourglass` base_ms · `stages` stages · `correspondence` days (for
 * each move, by UTC) · `unlimited`. `move_limit_ms` is a hard limit per move on top of any.
 */
export interface Control {
  kind: "sudden_death" | "fischer" | "delay" | "bronstein" | "per_move" | "byoyomi" | "canadian" | "hourglass" | "stages" | "correspondence" | "unlimited";
  base_ms?: Millis | null;
  increment_ms?: Millis | null;
  cap_ms?: Millis | null;
  time_ms?: Millis | null;
  move_limit_ms?: Millis | null;
  delay_ms?: Millis | null;
  periods?: number | null;
  period_ms?: Millis | null;
  moves?: number | null;
  stages?: Stage[] | null;
  days?: number | null;
}

/** How a game begins, and what its room shows, beside settings and control. The server sends all
 * fields; in NewGame any may be left out.
 *
 * `position`: where it begins, in the game's notation; null: at the usual start. `moves` are
 * played from there before anybody moves; they are not plies of this game. `clock_starts`:
 * `first_move`, each seat's first turn is free (`free_ms` of the clock); `start`, clocks run from
 * the start, as in games stored without a setup; without clocks and in correspondence always
 * `start`. `first_move_ms`: how long a free first turn may last. Null in NewGame: 30 seconds for
 * bullet and blitz (less than 8 minutes for 40 moves), otherwise 60, and more where a game takes
 * longer to lay out. It does not bound the only person among bots, who may take any time. Null in
 * a room: no turn is free, or the game is of an older version, with 30 seconds. `engine_lines`:
 * who gets an engine's analysis before the end: `own`: only its own seat; `spectators`:
 * spectators too, in games in which only bots sit. `rated`: false so far.
 */
export interface Setup {
  position?: PositionText | null;
  moves?: MoveText[];
  clock_starts?: "first_move" | "start";
  first_move_ms?: FirstMoveMillis | null;
  engine_lines?: "own" | "spectators";
  rated?: boolean;
}

/** Who sits on a seat. `level` is a bot's playing strength, where it has levels; `version`: of
 * the bot's program that plays, null where it has not said.
 */
export interface Player {
  name: string;
  bot?: boolean;
  level?: number | null;
  version?: string | null;
}

/** One seat as everybody sees it: `player` null means free; `reserved` names the player for whom
 * it is kept.
 *
 * `salt` is the player's part in every throw; null until the player is ready.
 */
export interface SeatView {
  player?: Player | null;
  reserved?: string | null;
  salt?: string | null;
}

/** The clocks at the moment of sending. `running` is the seat whose time passes, or null; in
 * `finished` the seat whose time was passing when the game ended.
 *
 * `remaining_ms` has one entry a seat; null means unlimited. `delay_ms`: what passes first, before
 * the running seat's time goes down; `limit_ms`: what is left to it of `move_limit_ms`, if the
 * control has one. `free_ms`: a seat's first turn is free, `running` is null, and this is the time
 * left before the game is aborted, or the seat leaves it; it counts down while the game runs.
 * Both are null in the first turn of the only person among bots, which has no bound. With
 * `uncharged` it is a later turn that costs no time, as when dead stones are marked, and at its
 * end the server moves for the seat. One entry a seat, where the control has such things:
 * `periods`, how many whole byo-yomi periods follow the time that is shown; `moves`, how many
 * moves are to be made in it, null while that does not count.
 */
export interface ClockView {
  remaining_ms: (number | null)[];
  running?: number | null;
  delay_ms?: number;
  limit_ms?: number | null;
  periods?: number[] | null;
  moves?: (number | null)[] | null;
  free_ms?: number | null;
  uncharged?: boolean;
}

/** The time of a move as the clock charged it, kept for ever.
 *
 * `elapsed_ms`: from the start of the seat's clock (or its move before, in a turn of several) to
 * the arrival of the move. `compensated_ms` of it was the network's; `charged_ms` is the rest.
 * `remaining_ms`: what the clock then shows. `quota_ms`: what may still be compensated. `free`: a
 * move of a seat's first turn or of an uncharged one, in which nothing is charged, compensated or
 * added.
 */
export interface Receipt {
  elapsed_ms: number;
  compensated_ms: number;
  charged_ms: number;
  remaining_ms: number | null;
  quota_ms?: number;
  free?: boolean;
}

/** The gain of pondering for one move. `hit`: the reply that came was the expected one. `nodes`:
 * searched on the opponent's time. `depth_gain`: full plies that the search of this move found
 * already done.
 */
export interface PonderReport {
  hit: boolean;
  nodes: Count;
  depth_gain: number;
}

/** One of the moves that an engine searched. `pv`: its principal variation; `visits`: how many
 * simulations began with it, of Monte-Carlo tree search.
 */
export interface EngineLine {
  move: MoveText;
  value?: number | null;
  pv?: LineText;
  visits?: Count | null;
}

/** How a bot came to a move. `book`: taken from an opening book. Values: the mover's side.
 *
 * `unit`: `centipawns`, `chips`, `discs`, `men`, `pawns`, `points`, `tricks` or `win_probability`.
 * `pv`: the principal variation, moves as in `move` with one space between; `lines`: the best
 * moves, where several were searched. The server drops other texts, and the whole report where the
 * game or the account has many already; the move is played in any case. `seldepth`: plies to the
 * deepest node, 0: not told.
 */
export interface EngineReport {
  depth?: Count;
  seldepth?: Count;
  nodes?: Count;
  value?: number | null;
  unit?: string | null;
  book?: boolean;
  ponder?: PonderReport | null;
  pv?: LineText;
  lines?: EngineLine[];
}

/** What does not change while a game lasts. `plays_on`: when a seat leaves, the others play on
 * (`withdrew`). `sides`: the seats of each side where seats have partners, who win and lose
 * together. `kept`: the seats kept from the start for the maker and for those invited; who has
 * taken another one can leave the game before it begins, and cannot call it off.
 */
export interface RoomView {
  game_type: string;
  rules_version: number;
  settings: Settings;
  control: Control;
  seats: number;
  draws: boolean;
  created_at: number;
  setup?: Setup | null;
  plays_on?: boolean;
  sides?: number[][];
  kept?: number[];
}

/** A seat in a new game: for the caller, for anybody, or for a bot by name, which gets several
 * only if it can have them (`several_seats`).
 */
export interface SeatRequest {
  kind: "me" | "open" | "bot";
  name?: Name | null;
  level?: number | null;
}

/** One row of a list of games. `moves` counts plies; `position`: the newest, as spectators see
 * it. `you`: your seat, in a list of your own games (`mine`, and `yours` of the lobby).
 * `your_seats`: in `yours` of the lobby, all of them where a bot has several. `turn`,
 * `turn_ends_at`: there too, of a game in progress, the seat to move, and when its time is up
 * (Unix ms), null while no clock runs. `absences_end_at`: there too, one item a seat: when the
 * countdown for its absent player ends, as `turn_ends_at`, null: none runs; empty: none runs at
 * all. `first_move_ms`: of a game that has not begun, how long
 * each first move may take (see Setup); null: first turns are not free.
 */
export interface GameSummary {
  id: string;
  game_type: string;
  settings: Settings;
  control: Control;
  state: "open" | "running" | "paused" | "adjourned" | "finished";
  seats: SeatView[];
  moves: number;
  position: string;
  created_at: number;
  scores?: number[] | null;
  reason?: string | null;
  word?: string | null;
  finished_at?: number | null;
  you?: number | null;
  your_seats?: number[];
  first_move_ms?: number | null;
  turn?: number | null;
  turn_ends_at?: number | null;
  absences_end_at?: (number | null)[];
}

/** Whose turn it is in one of your games, and who is absent, as of now: these fields of its
 * GameSummary.
 */
export interface GameTurn {
  game: string;
  moves: number;
  position: string;
  turn?: number | null;
  turn_ends_at?: number | null;
  absences_end_at?: (number | null)[];
}

/** First on every room socket. `since`: the last sequence number received (0: none). It may be
 * sent again, and a client that cannot see pings, as a page, does so after a silence: the welcome
 * shows that the connection still works.
 *
 * `seat`, for a bot that has several seats: the one that this connection is for; it sees what that
 * seat sees, and its commands are that seat's, with ids that count for it alone. Null: the first
 * one. The first hello decides.
 *
 * `process` and `assignment`, of a bot: as in its `watch`, and in the newest `invited` to this
 * game. Of two processes in one room the one with the older number is told to leave: the error
 * `played_elsewhere`, then a close with 1008. 0: not given to this process by number, so that
 * neither leaves. A number that cannot have been given yet is refused (`malformed`).
 *
 * `version`, of a bot: as in its `watch`, for the record of the game. Empty: as the process has
 * said in the lobby.
 */
export interface Hello {
  type: "hello";
  game: GameId;
  since?: Count;
  seat?: number | null;
  process?: ProcessId;
  assignment?: Count;
  version?: Version;
}

/** Takes a seat; without `seat`, the one reserved for you, otherwise the first that is free. */
export interface Sit {
  type: "sit";
  game: GameId;
  id: CommandId;
  seat?: number | null;
}

/** Gives a seat up before the game has started. */
export interface Leave {
  type: "leave";
  game: GameId;
  id: CommandId;
}

/** A seated player is ready; `salt` goes into every throw. The game starts when all are.
 *
 * Send it at once: a player in somebody else's listed game who is not ready after 30 s loses the
 * seat. Where the clock starts at once, so does a player who is ready and away when the last one
 * gets ready; a reserved seat can be taken again.
 */
export interface Ready {
  type: "ready";
  game: GameId;
  id: CommandId;
  salt: Salt;
}

/** Plays `move` in the game's notation. `ply`: how many plies have been played before it. */
export interface Move {
  type: "move";
  game: GameId;
  id: CommandId;
  ply: Count;
  move: MoveText;
  engine?: EngineReport | null;
}

/** Resigns. This ends the game, unless its rules let the others play on (`withdrew`). */
export interface Resign {
  type: "resign";
  game: GameId;
  id: CommandId;
}

/** Offers a draw, or answers the other side's offer. A move of the side asked declines.
 *
 * Here and below: with more than two seats everybody must accept, and one refusal declines. The
 * same offer can be made again only when the board has changed.
 */
export interface Draw {
  type: "draw";
  game: GameId;
  id: CommandId;
  action: "offer" | "accept" | "decline";
}

/** Offers to take back one's own last move and all that followed, or answers such an offer.
 *
 * Never over a throw or a deal. A move of the side asked declines.
 */
export interface Takeback {
  type: "takeback";
  game: GameId;
  id: CommandId;
  action: "ask" | "accept" | "decline";
}

/** Offers an adjournment, or answers such an offer. */
export interface Adjourn {
  type: "adjourn";
  game: GameId;
  id: CommandId;
  action: "offer" | "accept" | "decline";
}

/** Ready to resume an adjourned game, which goes on when every seat is. Where an absent player
 * would get a countdown, or run out of time within 4 h, the `resume` of a seat that is away lapses
 * when another sends one (`answered`); after 50 of those it is refused (`absent`) until all who
 * have sent one are connected.
 */
export interface ResumeWish {
  type: "resume";
  game: GameId;
  id: CommandId;
}

/** Ends a game without a result, until every seat has moved; later only as `claim`. Before the
 * start, from a seat that was open to all and is not the maker's, it is a `leave`.
 */
export interface Abort {
  type: "abort";
  game: GameId;
  id: CommandId;
}

/** Wins a game without a clock in which another seat has been to move for three days; where the
 * others play on, that seat is abandoned instead.
 */
export interface Claim {
  type: "claim";
  game: GameId;
  id: CommandId;
}

/** Asks for another game in which each player has the next seat; it is created when everybody
 * has asked.
 */
export interface RematchWish {
  type: "rematch";
  game: GameId;
  id: CommandId;
}

/** A line of chat to all in the room. */
export interface Chat {
  type: "chat";
  game: GameId;
  text: Text;
}

/** An engine's analysis, at most four a second. Relayed to the room, never stored.
 *
 * Values are those of `value_seat`, or where that is left out of the side to move in the position
 * that is searched. `unit`, `pv` and `lines` are as in EngineReport; other texts are left out.
 * `time_ms`: how long it has searched. The server adds `seat`, the engine's.
 *
 * Other seats and spectators get `mode`, `depth` and `time_ms` only, since more would be advice to
 * the opponent; in a game with hidden cards they get nothing: when reports come may depend on the
 * cards. Where `engine_lines` of the room's setup is `spectators`, spectators get all fields.
 */
export interface Info {
  type: "info";
  game: GameId;
  ply: Count;
  mode: "thinking" | "pondering";
  depth?: Count;
  seldepth?: Count;
  nodes?: Count;
  nps?: Count;
  value?: number | null;
  unit?: string | null;
  pv?: LineText;
  seat?: number | null;
  time_ms?: Count;
  lines?: EngineLine[];
  value_seat?: number | null;
}

/** Answer to hello. The events after `since` follow, up to `seq`, then unnumbered messages.
 *
 * A `seq` below the `since` of the hello means that the server has lost events, as after a
 * restore: forget the game and send hello with `since` 0, on a new connection. Do the same where
 * `since_at` is not the `at` of the event number `since` that you know: the server had lost
 * events, and has as many again. `since_at` is the `at` (Unix ms) of the server's own event
 * of that number; null where it has none, or `since` was 0.
 *
 * `commitment` is the SHA-256 (hex) of the game's seed. `you` is your seat, null for a spectator.
 * `source`, sent only to bots that the server runs itself: eight characters, the same for all
 * games made from one address until the server restarts.
 */
export interface Welcome {
  type: "welcome";
  game: string;
  room: RoomView;
  seq: number;
  commitment: string;
  you?: number | null;
  source?: string | null;
  since_at?: number | null;
}

/** A seat was taken or left, or its player is ready and `seat_view.salt` set. `seat`: its index.
 * `seat_view.player` null: it was left. While the game is on: another version of the bot plays on
 * (`seat_view.player.version`), from its next action.
 */
export interface Seated {
  type: "seated";
  game: string;
  seq: number;
  at: number;
  seat: number;
  seat_view: SeatView;
}

/** The game has started. Salts are final, one a seat. `turn` is null while a throw is to
 * come. `done`: as in `moved`.
 */
export interface Started {
  type: "started";
  game: string;
  seq: number;
  at: number;
  salts: string[];
  position: string;
  clock: ClockView;
  turn?: number | null;
  done?: number[];
}

/** Chance: throw number `k` of this game. `dice`: faces; `shuffle`: the order of the cards.
 *
 * While the game lasts, -1 stands for a die or card that you may not see. `seat`: the seat that
 * throws; null for a throw that belongs to no seat, such as a deal, and in records of older
 * versions.
 */
export interface Threw {
  type: "threw";
  game: string;
  seq: number;
  at: number;
  k: number;
  ply: number;
  kind: "dice" | "shuffle";
  values: number[];
  position: string;
  turn?: number | null;
  seat?: number | null;
}

/** A move; `ply` is its number, the first is 0. `turn` is null while a throw is to come.
 *
 * While the game lasts, a move that you may not see is shown as `?`, and `engine` reaches only
 * the mover's own seat (and spectators, as in `info`); after the end the record has it for all.
 * `by_server`: the seat let the time of an uncharged turn pass, and the server moved for it.
 * `done`: all seats that have finished by now while the others play on, and have no turns any
 * more; they agree to nothing and can neither resign nor abort.
 */
export interface Moved {
  type: "moved";
  game: string;
  seq: number;
  at: number;
  seat: number;
  ply: number;
  move: string;
  position: string;
  receipt: Receipt;
  clock: ClockView;
  turn?: number | null;
  engine?: EngineReport | null;
  by_server?: boolean;
  done?: number[];
}

/** A seat makes an offer to the others; `resume`: it is ready to go on. */
export interface Offered {
  type: "offered";
  game: string;
  seq: number;
  at: number;
  seat: number;
  what?: What;
}

/** An offer was declined, or accepted by one of several who must.
 *
 * The last acceptance is the event that follows from it: `finished`, `taken_back`, `paused`,
 * `resumed`. A `resume` that is not accepted has lapsed: `seat`, which had sent it, was away when
 * another sent one.
 */
export interface Answered {
  type: "answered";
  game: string;
  seq: number;
  at: number;
  seat: number;
  accept?: boolean;
  what?: What;
}

/** The last `plies` moves are undone, down to one of `seat`; `ply` is the next to be played.
 *
 * No time is given back: `clock` goes on from what it was. `elapsed_ms`: as in `paused`. `done`:
 * as in `moved`.
 */
export interface TakenBack {
  type: "taken_back";
  game: string;
  seq: number;
  at: number;
  seat: number;
  plies: number;
  ply: number;
  position: string;
  clock: ClockView;
  elapsed_ms: number;
  turn?: number | null;
  done?: number[];
}

/** Of at least three seats one has left, and the others play on: it has no turns any more and
 * ranks behind those who stay. Open offers lapse, and nothing from before can be taken back.
 *
 * `reason`: it has resigned, its `flag` has fallen, or it is `abandoned`. Its clock stands in
 * `clock`; if it was its turn, the next one begins. `elapsed_ms`: as in `paused`. `turn` is null
 * while a throw is to come. Where this ends the game, `finished` follows.
 */
export interface Withdrew {
  type: "withdrew";
  game: string;
  seq: number;
  at: number;
  seat: number;
  reason: "resign" | "flag" | "abandoned";
  position: string;
  clock: ClockView;
  elapsed_ms: number;
  turn?: number | null;
}

/** No clock runs. `outage`: the server was away; it goes on when the seat to move is back.
 * `agreed`: adjourned; it goes on when every seat has sent `resume`. `crashed`: the position has
 * crashed the server, twice; adjourned.
 *
 * `elapsed_ms`: how long the turn's clock had run since it was last started.
 */
export interface Paused {
  type: "paused";
  game: string;
  seq: number;
  at: number;
  reason: "outage" | "agreed" | "crashed";
  clock: ClockView;
  elapsed_ms: number;
}

/** The clocks run again. */
export interface Resumed {
  type: "resumed";
  game: string;
  seq: number;
  at: number;
  clock: ClockView;
}

/** Chat. `seat` null: a spectator. */
export interface Said {
  type: "said";
  game: string;
  seq: number;
  at: number;
  name: string;
  text: string;
  seat?: number | null;
}

/** The end. `scores`: one a seat, null without a result (aborted, abandoned by all, or abandoned
 * before every seat had moved); `word`: the reason in the game's words, as `five in a row`, or
 * `ended by the operator`, or of a game that the operator has decided
 * `adjudicated by the operator`, with a colon and the reason behind it if there is one, or
 * `the bot was wanted by others`: the game had waited long, and the bot was full; or
 * `only bots were left`: people had begun it, and the last of them has gone; the bots share ranks.
 *
 * `seed` (hex) lets anybody verify the throws. `ended_by`: the seat that has aborted, or that has
 * not made its first move in time; then no `free_ms` is left in `clock`; or, of a game abandoned
 * before every seat had moved, the one that was away.
 */
export interface Finished {
  type: "finished";
  game: string;
  seq: number;
  at: number;
  reason: Reason;
  seed: string;
  clock: ClockView;
  scores?: number[] | null;
  word?: string | null;
  ended_by?: number | null;
}

/** A seat asks for a rematch; `next` is the new game's id once everybody does, of two at least.
 * Seats that had left the game need not ask: without their wish their places are open. In a link
 * game (`listed` false) `next` is empty for all but the players.
 */
export interface Rematch {
  type: "rematch";
  game: string;
  seq: number;
  at: number;
  seat: number;
  next?: string | null;
}

/** The command is on disk as event `seq`. A resend gets the same answer. */
export interface Ack {
  type: "ack";
  game: string;
  id: string;
  seq: number;
  clock?: ClockView | null;
}

/** A refusal: nothing has changed. `code` is for programs, `message` for people.
 *
 * `id`: the command refused, where it had one. `state`: the room's state, where that is the cause.
 */
export interface Error {
  type: "error";
  code: string;
  message: string;
  game?: string | null;
  id?: string | null;
  state?: string | null;
}

/** To the seat to move alone: it is your turn, and these are the legal moves.
 *
 * `against`, to bots only: the accounts on the other seats, in their order, by which a bot that
 * plays many games can share its time fairly among its opponents; without its own.
 */
export interface Turn {
  type: "turn";
  game: string;
  ply: number;
  legal: string[];
  against?: string[];
}

/** The clocks as they stand now; sent when a clock starts and on hello. */
export interface Clock {
  type: "clock";
  game: string;
  clock: ClockView;
}

/** Who is connected: one flag a seat, and the number of spectators. */
export interface Presence {
  type: "presence";
  game: string;
  seats: boolean[];
  spectators: number;
}

/** A player is away: unless `seat` is back in `ends_in_ms`, the game is abandoned.
 *
 * Null: the player is back, or nobody waits any more.
 */
export interface Countdown {
  type: "countdown";
  game: string;
  seat: number;
  ends_in_ms?: number | null;
}

/** Another node of the server has this room; the only message, after which the connection is
 * closed with 4421. Connect again: to `url`, the base address of that node, as
 * `https://two.example.org`, or where there is none to the address that you know with the query
 * parameter `node`, by which a balancer routes: `/ws/games/{id}?node=two`. A page, which can only
 * ask the server that it came from, does that in any case.
 *
 * Go on there as after any other outage: unanswered commands are sent again with their ids. Keep
 * to that address until the connection is lost and it cannot be reached again, or was closed with
 * 1012; then ask the one that you knew first. After five of these in a row, with no `welcome` in
 * between, or when the node that you have gone to is named again, as by one that answers in its
 * place, nobody has the room for the moment: try again a little later, as without a connection.
 */
export interface Relocated {
  type: "relocated";
  game: string;
  node: string;
  url?: string | null;
}

/** First on the lobby socket. A bot names the games that it plays; it is online from then on.
 * `changes`: after the first `lobby`, send only changes, as `lobby_changed`. `most_games`: the
 * bot's games at a time; more are refused with `bot_busy`. A correspondence game, or one without
 * clocks, counts a quarter. Null: 100, and no bound for games made on the server's machine.
 * `several_seats`: the bot can have several seats of one game, each invited and connected on its
 * own (`seat` of the hello); a game counts once for each of them.
 *
 * `process`: an id that this process of the bot has made up, for all its sockets. A bot may run as
 * several processes, anywhere, each with what it plays and how much. Then each game is given to
 * one of them, which alone is invited and has it among `yours`: the least loaded of those that can
 * play it and have room. When its last lobby socket is gone, another one is invited to its games.
 * Empty: the bot is one process, which gets all that no other can take.
 *
 * `version`: of the bot's program, for lists and records. All processes of a bot have the same
 * one, except the server's own bots. Another one is refused while they run (`other_version`), or,
 * with `replace`, takes their games over: they are told so (`replaced`). Either socket is closed
 * with 1008, and its client should not come back: `replace` is for a process's first `watch`.
 */
export interface Watch {
  type: "watch";
  plays?: string[];
  levels?: number;
  changes?: boolean;
  most_games?: number | null;
  several_seats?: boolean;
  process?: ProcessId;
  version?: Version;
  replace?: boolean;
}

/** A bot that is online. `levels`: how many strengths it offers, 0 for one only; `most_games`:
 * how many games at a time, null if it has not said; `busy`: it plays that many now; `house`: it
 * is the server's own; `owner`: the name of the person who registered it, null if that is not
 * known; `several_seats`: it can have several seats of one game; `version`: of its program, null
 * if it has not said. Of several processes: what any of them plays, the most levels, all their
 * games.
 */
export interface BotView {
  name: string;
  plays: string[];
  levels?: number;
  most_games?: number | null;
  busy?: boolean;
  house?: boolean;
  owner?: string | null;
  several_seats?: boolean;
  version?: string | null;
}

/** The whole lobby; sent after `watch` and, to clients that did not ask for `changes`, again
 * when something in it has changed. Clients that did ask get it again after reading too slowly for
 * changes.
 *
 * `open`: games with a free seat in which somebody waits now; `running`: games that have begun and
 * not ended; the newest of each, but of no player a second one before the first of every other,
 * and of open ones no second of an address either. `yours`: of many the newest fifty, but first
 * those in which it is your turn. Positions may be some seconds old. `at`: with `yours`, the
 * server's clock when this was sent (Unix ms), by which `turn_ends_at` is read.
 */
export interface Lobby {
  type: "lobby";
  open: GameSummary[];
  running: GameSummary[];
  yours: GameSummary[];
  bots: BotView[];
  at?: number;
}

/** The changes of the lobby; null: no change. `games`: the rows, of `open` and `running`, that
 * are new or have changed; `open`, `running`: the ids of their games now, in order. `bots`,
 * `yours`: all of them. `turns`: of games of `yours` in which somebody has moved, left or come
 * back; bots do not get them. `at`: as in `lobby`, with `yours` and `turns`.
 */
export interface LobbyChanged {
  type: "lobby_changed";
  games?: GameSummary[];
  open?: string[] | null;
  running?: string[] | null;
  bots?: BotView[] | null;
  yours?: GameSummary[] | null;
  turns?: GameTurn[];
  at?: number;
}

/** A seat in `game` is reserved for you, or yours: connect to its room, and sit down unless the
 * welcome says that you do.
 *
 * `assignment`: the number by which a game of a bot is given to this process, for the hello; it
 * grows each time that the game is given to another. 0: to no process.
 */
export interface Invited {
  type: "invited";
  game: string;
  game_type: string;
  settings: Settings;
  control: Control;
  seat: number;
  level?: number | null;
  assignment?: number;
}

/** POST session: a guest; without a name it gets a generated one.
 *
 * A name is made of letters and digits of any script, at least one, with spaces and - _ . '
 * between them.
 */
export interface NewSession {
  name?: Name | null;
}

/** PATCH session: another name for a guest, as in `NewSession`. Games that it has joined, and
 * their rematches, keep the name that it had then.
 */
export interface NewName {
  name: Name;
}

/** Who you are. `account` is opaque and public. */
export interface Session {
  account: string;
  name: string;
}

/** POST bots: the name of a new bot. */
export interface NewBot {
  name: BotName;
}

/** Shown once; only its hash is stored. `owner`: the account of the person who registered
 * the bot; null where nobody was signed in: then it belongs to the holder of the token.
 */
export interface BotToken {
  account: string;
  name: string;
  token: string;
  owner?: string | null;
}

/** POST tokens: another token for a bot that you own. `bot`: its account. `name`: your name for
 * it. `expires_in_s` null: it does not expire.
 */
export interface NewToken {
  bot: string;
  name?: string | null;
  expires_in_s?: number | null;
}

/** POST tokens/{id}/rotate. `grace_s`: for how many seconds the former secret stays valid, and
 * its sockets open. Without it, or without a body, the former secret ends at once. Older clients
 * give `grace_s` in the query; if it is in both, they must agree.
 */
export interface Rotation {
  grace_s?: number | null;
}

/** A token that was made or rotated. `token` is shown this once; null: it was set as a cookie,
 * as the replaced one was.
 */
export interface TokenSecret {
  id: string;
  account: string;
  token?: string | null;
  expires_at?: number | null;
}

/** A token of yours, or of a bot that you own. `id` is public and gives no access. `kind`:
 * `session` (a cookie), `bot`, or `former`: a secret that was replaced and is still valid for a
 * while. `account_name`: whose it is. `last_used_at`: to the hour; null: never. `expires_at`
 * null: never. `current`: the one of this request.
 */
export interface TokenView {
  id: string;
  kind: string;
  account: string;
  account_name: string;
  scopes: string[];
  created_at: number;
  name?: string | null;
  last_used_at?: number | null;
  expires_at?: number | null;
  current?: boolean;
}

/** GET tokens: yours, and those of the bots that you own. */
export interface TokenList {
  tokens: TokenView[];
}

/** GET accounts/{account}: what everybody may know of an account.
 *
 * `games`: that it has played to a result. `dice_games`: that have ended, in which dice were
 * thrown or cards shuffled; `aborted_after_throw`: those of them that it ended without a result,
 * by an abort, by never moving, or by going away before all had moved.
 */
export interface AccountView {
  account: string;
  name: string;
  bot?: boolean;
  games?: number;
  dice_games?: number;
  aborted_after_throw?: number;
}

/** POST games. `seats`: one entry a seat, in order; how many, the settings may decide.
 *
 * `listed` false: until it has begun, only those who have the link can find it; if it ends before
 * its first move, it is only in its players' own lists. `setup`: fields that are left out have
 * their defaults.
 */
export interface NewGame {
  game_type: string;
  control: Control;
  seats: SeatRequest[];
  settings?: Settings;
  listed?: boolean;
  setup?: Setup;
}

/** Where the new game is: `url` the page, `ws` the socket, both paths on this server. */
export interface GameLocation {
  id: string;
  url: string;
  ws: string;
}

/** GET games: newest first; `cursor` of the next page, null on the last. The next page is had by
 * the same request with it: `GET games?player=Ana&cursor=MTc2NzIyNTYwMDAwMDprM21aOXFUYg`. No
 * game comes twice; one that is made in between is on no later page.
 *
 * A page may have fewer games than were asked for, even none, and still a cursor: one request
 * looks at a thousand games at most that fit one of the filters but not all.
 */
export interface GamePage {
  games: GameSummary[];
  cursor?: string | null;
}

/** GET games/{id}: the summary and the whole numbered history, receipts and throws included. */
export interface GameRecord {
  game: GameSummary;
  commitment: string;
  rules_version: number;
  events: RoomEvent[];
}

/** GET games/{id}/export, and the file that `zeitnot verify` reads.
 *
 * `format` is `zeitnot-game-1`. `seed` is null until the game has ended. `setup` null: an older
 * file; the clock of such a game runs from the start.
 */
export interface Export {
  format: string;
  id: string;
  game_type: string;
  rules_version: number;
  settings: Settings;
  control: Control;
  created_at: number;
  commitment: string;
  players: SeatView[];
  events: RoomEvent[];
  seed?: string | null;
  setup?: Setup | null;
}

/** What a move leads to with best play. `value`, for the side that moves: 1 it wins, 0 a draw,
 * -1 it loses; null: not solved in the time allowed. `margin`: what that side is ahead by at the
 * end, in the game's unit, in games that are solved by margin. `distance`: in other games, plies
 * to the forced end, the move itself included; null unless one side wins. Where cards are hidden
 * there is no such value:
 * `probability` is how often an equilibrium makes the move, by what the side to move knows, and
 * `expected` what it gains then on average, in the game's unit.
 */
export interface MoveValue {
  move: string;
  value?: number | null;
  distance?: number | null;
  probability?: number | null;
  expected?: number | null;
  margin?: number | null;
}

/** GET games/{id}/values?ply=: the exact value of every legal move in a finished game, after
 * `ply` moves; for games whose `exact_values` the catalogue says. None after the last move, if
 * that ended the game. `turn`: the seat to move; null at the end.
 */
export interface MoveValues {
  ply: number;
  position: string;
  moves: MoveValue[];
  turn?: number | null;
}

/** One move of a book. `score`: the mover's mean score, 0 to 1. `weight`: how much the book
 * prefers it, its score squared times its games, plus what was added by hand; highest first.
 */
export interface BookMove {
  move: string;
  weight: number;
  wins: number;
  draws: number;
  losses: number;
  score: number;
  last_played?: number | null;
}

/** GET books/{scope}/{game_type}?position=: the moves known there, best weight first.
 *
 * `legal` are all legal moves; `position` and `turn` describe the position asked for (the start
 * when none was given), `after` the position that each book move leads to. Before a throw of dice
 * `throws` has the position that each throw leads to, by its faces.
 */
export interface BookPage {
  scope: string;
  game_type: string;
  position: string;
  moves: BookMove[];
  legal: string[];
  after: Record<string, string>;
  turn?: number | null;
  throws?: Record<string, string>;
}

/** One row of GET books. */
export interface BookInfo {
  scope: string;
  game_type: string;
  positions: number;
  entries: number;
}

/** GET books: the books that this server has. */
export interface BookList {
  books: BookInfo[];
}

/** A setting of a game. `choices` null: a whole number from `least` to `most`. */
export interface SettingView {
  name: string;
  default: string | number | boolean;
  choices?: (string | number | boolean)[] | null;
  least?: number | null;
  most?: number | null;
}

/** The number of seats where this setting has this value, and the others their defaults. */
export interface SeatCount {
  setting: string;
  value: string | number | boolean;
  seats: number;
}

/** A game that the server offers; `names` by language (en, zh-Hans, zh-Hant).
 *
 * `seats`: how many it has with the default settings; `seat_counts`: where a setting gives it
 * another number. `seat_names`: in order of seats, as many as its largest number if all are named.
 * `hidden`: whether players do not see all of the position; such a game has no opening book.
 * `exact_values`: whether positions of finished games can be solved (GET games/{id}/values).
 * `plays_on`: of at least three seats, the others play on when one leaves. `sides`: by the number
 * of seats, the seats of each side, where several are partners.
 */
export interface CatalogueGame {
  id: string;
  names: Record<string, string>;
  seats: number;
  draws: boolean;
  rules_version: number;
  settings: SettingView[];
  seat_names: string[];
  start: string;
  controls: Control[];
  seat_counts?: SeatCount[];
  hidden?: boolean;
  exact_values?: boolean;
  plays_on?: boolean;
  sides?: Record<string, number[][]>;
}

/** GET catalogue: the games with their settings, and the bots that are online. */
export interface Catalogue {
  games: CatalogueGame[];
  bots: BotView[];
}

/** application/problem+json (RFC 9457); `code` is as in `error`. With `relocated` it has `node`
 * and `url` as the message of that name: ask again there.
 */
export interface Problem {
  title: string;
  status: number;
  code: string;
  detail?: string;
  node?: string | null;
  url?: string | null;
}
