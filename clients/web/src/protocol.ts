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

export const MAX_IMPORT_BYTES = 1048576;

export const MAX_SETUP_MOVES = 400;

export const MAX_SERIES = 100;

export const MAX_HOPS = 5;

export const MAX_TAKES = 8;

export const MAX_TAKES_BYTES = 1024;

export const MAX_DECLINE_TEXT = 140;

export const MAX_COMPLAINT_TEXT = 500;

export const MAX_REPORTED_MESSAGES = 10;

export const ALL_SCOPES = "all";

export const MAX_CLUB_TEXT = 2000;

export const MAX_CLUB_NEWS = 140;

export const MAX_PRESETS = 8;

export const MAX_LADDER_DAYS = 14;

export const SEND_AGAIN: ReadonlySet<string> = new Set(["busy", "read_only", "retry"]);

export type GameId = string;

export type CommandId = string;

export type Salt = string;

export type Text = string;

export type MoveText = string;

export type PositionText = string;

export type LineText = string;

export type Name = string;

export type Password = string;

export type Role = "player" | "teacher" | "organiser" | "admin";

export type Join = "open" | "code" | "closed";

export type Scope = "play" | "challenge" | "read" | "bot" | "organise";

export type Code = string;

export type Slug = string;

export type BotName = string;

export type ProcessId = string;

export type Version = string;

export type Millis = number;

export type AnswerMillis = number;

export type FirstMoveMillis = number;

export type Count = number;

export type SettingText = string;

export type SettingNumber = number;

export type Settings = Record<string, SettingText | SettingNumber | boolean>;

export type ControlKind = "sudden_death" | "fischer" | "delay" | "bronstein" | "per_move" | "byoyomi" | "canadian" | "hourglass" | "stages" | "correspondence" | "unlimited";

export type RoomIn = Hello | Sit | Leave | Ready | Move | Resign | Draw | Takeback | Adjourn | ResumeWish | Abort | Claim | RematchWish | NoRematch | Chat | Info;

export type DeclineReason = "generic" | "later" | "tooFast" | "tooSlow" | "timeControl" | "rated" | "casual" | "standard" | "variant" | "noBot" | "onlyBot";

export type Bound = number;

export type TakenValues = (SettingText | SettingNumber | boolean)[];

export type TakenSettings = Record<string, Range | TakenValues>;

export type What = "draw" | "takeback" | "adjourn" | "resume";

export type Reason = "rules" | "resign" | "flag" | "agreed" | "repetition" | "move_limit" | "dead" | "abandoned" | "aborted" | "adjudicated";

export type RoomEvent = Seated | Started | Threw | Moved | Offered | Answered | TakenBack | Withdrew | Vacated | Paused | Resumed | Said | Finished | Rematch | RematchDropped;

export type RoomOut = Seated | Started | Threw | Moved | Offered | Answered | TakenBack | Withdrew | Vacated | Paused | Resumed | Said | Finished | Rematch | RematchDropped | Welcome | Ack | Error | Turn | Clock | Presence | Countdown | Ratings | Info | Relocated;

export type LobbyIn = Watch | Accept | Decline | Seek | EndSeek;

export type LobbyOut = Lobby | LobbyChanged | Invited | Seeking | Paired | SeekEnded | FollowedChanged | LadderChallenged | Error;

export type PasskeyName = string;

export type WebAuthnJson = Record<string, unknown>;

export type FaultKind = "crash" | "no_answer" | "illegal_move" | "bad_answer" | "limit";

export type Seq = number;

export type ComplaintReason = "cheating" | "insult" | "spam" | "name" | "stalling" | "other";

export type ClubText = string;

export type ClubNews = string;

export type ClubGames = string[];

export type ClubRole = "member" | "leader";

export type Standing = "invited" | "member" | "leader";

export type Part = "challenger" | "challenged";

export type Presets = Preset[];

export type Outcome = "won" | "lost" | "drawn" | "declined" | "unanswered" | "not_begun" | "left" | "ended";

export type ErrorCode = "aborts_too_often" | "absent" | "agreed_already" | "bad_control" | "bad_filter" | "bad_position" | "bad_seats" | "bad_settings" | "bad_setup" | "bad_token" | "bad_upgrade" | "banned" | "blocked" | "bot_busy" | "bot_offline" | "bot_plays_not" | "bot_takes_not" | "bots_only" | "busy" | "chat_closed" | "chat_full" | "crashed" | "declined_lately" | "disk_low" | "full" | "hello_first" | "id_reused" | "illegal_move" | "internal_error" | "join_closed" | "kept_already" | "last_admin" | "last_leader" | "list_full" | "malformed" | "member_already" | "method_not_allowed" | "muted" | "name_fixed" | "name_mixed" | "name_reserved" | "name_taken" | "name_unfit" | "no_draws" | "no_offer" | "no_passkeys" | "no_scope" | "no_seat" | "no_subprotocol" | "no_such_account" | "no_such_book" | "no_such_bot" | "no_such_challenge" | "no_such_club" | "no_such_game" | "no_such_ladder" | "no_such_level" | "no_such_passkey" | "no_such_person" | "no_such_seat" | "no_such_token" | "no_takeback" | "not_challengeable" | "not_for_you" | "not_found" | "not_json" | "not_kept" | "not_member" | "not_permitted" | "not_rated" | "not_read" | "not_ready" | "not_seated" | "not_signed_in" | "not_your_turn" | "offer_open" | "offered_already" | "offered_lately" | "offered_too_often" | "other_version" | "password_unfit" | "people_only" | "person_unavailable" | "played_elsewhere" | "read_only" | "ready_already" | "refused" | "relocated" | "rematch_declined" | "rematch_made" | "replaced" | "retry" | "rules_changed" | "sat_too_often" | "seat_reserved" | "seat_taken" | "seated_already" | "too_early" | "too_fast" | "too_large" | "too_late" | "too_long" | "too_many_bots" | "too_many_connections" | "too_many_games" | "too_many_open" | "too_many_passkeys" | "too_many_requests" | "too_many_seats" | "too_many_seeks" | "too_many_sockets" | "too_many_tokens" | "too_slow" | "unknown_message" | "wished_already" | "wrong_code" | "wrong_game" | "wrong_host" | "wrong_origin" | "wrong_passkey" | "wrong_password" | "wrong_ply" | "wrong_state";

/** One stage of `stages`: `moves` moves in `base_ms`, which is added when the stage begins.
 * `moves` is null only in the last stage: the rest of the game. A last stage with moves repeats.
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
 * each move, by UTC) · `unlimited`. `move_limit_ms` is a hard limit per move in addition to any of
 * these.
 */
export interface Control {
  kind: ControlKind;
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

/** A series of games between the same two players, who exchange their seats after each game. The
 * next game begins as a rematch: when both have asked for it. The series ends after the last game,
 * after a game without a result, and when a player does not ask.
 *
 * `games`: how many there are; `number`: of this game, from 1; `scores`: the points of the players
 * on the two seats before this game, 1 for a win and 0.5 for a draw. In NewGame only `games` is
 * given.
 */
export interface Series {
  games: number;
  number?: number;
  scores?: number[];
}

/** How a game begins, and what its room shows, besides settings and control. The server sends
 * all fields; in NewGame any may be left out.
 *
 * `position`: where the game begins, in its notation; null: the usual start. `moves` are played
 * from there before anybody moves; they are not plies of this game.
 *
 * `clock_starts`: with `first_move`, each seat's first turn is free (`free_ms` of the clock); with
 * `start`, clocks run from the start, as in games stored without a setup. Without clocks and in
 * correspondence games it is always `start`. `first_move_ms`: how long a free first turn may last.
 * Null in NewGame: 30 seconds for bullet and blitz (less than 8 minutes for 40 moves), otherwise
 * 60, and more in games that take longer to lay out. It does not bound a single person among bots,
 * who may take any time. Null in a room: no turn is free, or the game is from an older version,
 * with 30 seconds.
 *
 * `engine_lines`: who gets an engine's analysis before the end: with `own`, only its own seat;
 * with `spectators`, spectators too, in games between bots. `series`: the
 * series of which this is a game, null: none.
 *
 * `rated`: the result changes the players' ratings. That needs the standard settings, a clock, the
 * usual start, and players who are bots or keep their accounts; takebacks are refused.
 *
 * `answer_ms`: how long invited people have to answer; after that, their seats are open to all.
 * Null: people who were asked by a bot, and guests who were asked by name, have 60 s; people who
 * keep their names and were asked by name have an hour; others have any time. Bots always have
 * 30 s.
 *
 * `bots_fill`: when a person leaves for good while other people play, a bot of the server takes
 * the seat if one is free (`vacated`). Only in unrated games of three or more seats.
 */
export interface Setup {
  position?: PositionText | null;
  moves?: MoveText[];
  clock_starts?: "first_move" | "start";
  first_move_ms?: FirstMoveMillis | null;
  engine_lines?: "own" | "spectators";
  rated?: boolean;
  series?: Series | null;
  answer_ms?: AnswerMillis | null;
  bots_fill?: boolean;
}

/** The player on a seat. `level` is a bot's playing strength, if it has levels; `version` is
 * that of the bot's program, null if unknown. `kept`: a person whose name is kept by a password;
 * a player who is neither this nor a bot is a guest. `rating`: in a rated game, the player's
 * rating before it; `provisional`: it is uncertain, and shown with a question mark.
 */
export interface Player {
  name: string;
  bot?: boolean;
  level?: number | null;
  version?: string | null;
  kept?: boolean;
  rating?: number | null;
  provisional?: boolean;
}

/** One seat as everybody sees it. `player` null: the seat is free; `reserved` names the player
 * for whom it is kept. `salt` is the player's part in every throw; null until the player is ready.
 * `left`: the person who left this seat for good; `player` is then the bot that has taken it.
 * Events do not have this field: there `vacated` says so.
 */
export interface SeatView {
  player?: Player | null;
  reserved?: string | null;
  salt?: string | null;
  left?: Player | null;
}

/** The clocks at the moment of sending. `running` is the seat whose time passes, or null; in
 * `finished`, the seat whose time was passing when the game ended. `remaining_ms` has one entry
 * per seat; null means unlimited. `delay_ms`: the delay left before the running seat's time goes
 * down; `limit_ms`: the time left of `move_limit_ms`, if the control has one.
 *
 * `free_ms`: a seat's first turn is free, `running` is null, and this is the time left before the
 * game is aborted, or the seat leaves it; it counts down during the game. `running` and `free_ms`
 * are both null in the first turn of a single person among bots, which has no limit. With
 * `uncharged` it is a later turn that costs no time, such as marking dead stones, and at its end
 * the server moves for the seat.
 *
 * One entry per seat, if the control has them: `periods`, how many whole byo-yomi periods follow
 * the time shown; `moves`, how many moves must be made in that time, null while this does not
 * count.
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

/** The time of a move as the clock charged it, kept for ever. `elapsed_ms`: from the start of
 * the seat's clock (or its previous move, in a turn of several) to the arrival of the move. Of it,
 * `compensated_ms` was the network's; `charged_ms` is the rest. `remaining_ms`: the clock after
 * the move. `quota_ms`: how much may still be compensated. `free`: a move of a seat's first turn
 * or of an uncharged one, in which nothing is charged, compensated or added.
 */
export interface Receipt {
  elapsed_ms: number;
  compensated_ms: number;
  charged_ms: number;
  remaining_ms: number | null;
  quota_ms?: number;
  free?: boolean;
}

/** The gain of pondering for one move. `hit`: the opponent's reply was the expected one.
 * `nodes`: nodes searched on the opponent's time. `depth_gain`: full plies that the search of this
 * move found already done.
 */
export interface PonderReport {
  hit: boolean;
  nodes: Count;
  depth_gain: number;
}

/** One of the moves that an engine searched. `pv`: its principal variation; `visits`: in
 * Monte-Carlo tree search, how many simulations began with it.
 */
export interface EngineLine {
  move: MoveText;
  value?: number | null;
  pv?: LineText;
  visits?: Count | null;
}

/** How a bot came to a move. `book`: taken from an opening book. Values are from the mover's
 * side. `unit`: `centipawns`, `chips`, `discs`, `men`, `pawns`, `points`, `tricks` or
 * `win_probability`. `pv`: the principal variation, moves as in `move`, separated by single
 * spaces; `lines`: the best moves, if several were searched. `seldepth`: plies to the deepest
 * node, 0: unknown. The server drops other texts, and the whole report if the game or the account
 * already has many; the move is played in any case.
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

/** The facts that do not change during a game. `plays_on`: when a seat leaves, the others play
 * on (`withdrew`). `sides`: the seats of each side, where seats have partners, who win and lose
 * together. `kept`: the seats kept from the start for the creator and for invited players; a
 * player who has taken any other seat can leave the game before it begins, but cannot abort it.
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

/** A seat in a new game: for the caller, for anybody, for a bot by name, or for a person: a
 * person asks by name, a bot by account. A bot gets several seats only if it can have them
 * (`several_seats`). A person has to be in the lobby of the page, unless the name is kept, and for
 * a bot has to take challenges (`challenges` of `watch`): otherwise the answer is
 * `person_unavailable`, whatever the reason.
 */
export interface SeatRequest {
  kind: "me" | "open" | "bot" | "person";
  name?: Name | null;
  account?: string | null;
  level?: number | null;
}

/** One row of a list of games. `moves` counts plies; `position`: the newest, as spectators see
 * it. `you`: your seat, in a list of your own games (`mine`, and `yours` of the lobby).
 *
 * Only in `yours` of the lobby: `your_seats`: all seats of a bot that has several. `turn`,
 * `turn_ends_at`: of a game in progress, the seat to move, and when its time is up (Unix ms), null
 * while no clock runs. `absences_end_at`: one item per seat: when the countdown for its absent
 * player ends, as in `turn_ends_at`, or null if there is none; empty: there are no countdowns.
 *
 * `first_move_ms`: of a game that has not begun, how long each first move may take (see Setup);
 * null: first turns are not free.
 *
 * `rated`: as in Setup.
 *
 * `imported`: read from a file, not played here. The names of the players and the clocks after its
 * moves are the file's, and `created_at` is the time of the import. `facts` has what else the file
 * says of it, by the names of PGN's tags (`Event`, `Date`).
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
  rated?: boolean;
  imported?: boolean;
  facts?: Record<string, string>;
}

/** The turn in one of your games, and its absent players, at this moment: these fields of its
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

/** The first message on every room socket. `since`: the last sequence number received (0: none).
 * It may be sent again: a client that cannot see pings, such as a page, sends it after a silence,
 * and the welcome shows that the connection still works.
 *
 * `seat`, for a bot with several seats: the seat of this connection, which sees what that seat
 * sees. Its commands are that seat's, and their ids count only for that seat. Null: the bot's
 * first seat. Only the first hello sets it.
 *
 * `process` and `assignment`, of a bot: as in its `watch`, and in the newest `invited` to this
 * game. If two processes are in one room, the one with the older number has to leave: it gets
 * the error `played_elsewhere`, and its socket is closed with 1008. 0: the game was
 * not assigned to this process, so neither leaves. A number that has not been given yet is
 * refused (`malformed`).
 *
 * `version`, of a bot: as in its `watch`, for the record of the game. Empty: the version that the
 * process has sent to the lobby.
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

/** Takes a seat: without `seat`, the one reserved for you, otherwise the first free one. */
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

/** Marks your seat as ready. `salt` is your part in every throw. The game starts when all seats
 * are ready. Send it at once: a player in somebody else's listed game who is not ready after 30 s
 * loses the seat. Where clocks run from the start, so does a player who is ready but disconnected
 * when the last player becomes ready; a reserved seat can be taken again.
 */
export interface Ready {
  type: "ready";
  game: GameId;
  id: CommandId;
  salt: Salt;
}

/** Plays `move`, in the game's notation. `ply`: the number of plies played before it. */
export interface Move {
  type: "move";
  game: GameId;
  id: CommandId;
  ply: Count;
  move: MoveText;
  engine?: EngineReport | null;
}

/** Resigns. The game ends, unless its rules let the others play on (`withdrew`). */
export interface Resign {
  type: "resign";
  game: GameId;
  id: CommandId;
}

/** Offers a draw, or answers the other side's offer. A move by a side that was asked declines
 * the offer. Here and below: with more than two seats all must accept, and one refusal declines.
 * The same offer can be made again only after the board has changed.
 */
export interface Draw {
  type: "draw";
  game: GameId;
  id: CommandId;
  action: "offer" | "accept" | "decline";
}

/** Offers to take back your last move and all that followed, or answers such an offer. Moves
 * before the last throw cannot be taken back. A move by a side that was asked declines the
 * offer.
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

/** Says that you are ready to resume an adjourned game, which goes on when every seat is ready.
 * Where an absent player would get a countdown, or would run out of time within 4 h, the `resume`
 * of a disconnected seat lapses when another seat sends one (`answered`). After 50 such lapses a
 * resume is refused (`absent`) until all who have sent one are connected.
 */
export interface ResumeWish {
  type: "resume";
  game: GameId;
  id: CommandId;
}

/** Ends a game without a result, until every seat has moved; after that only where `claim` is
 * possible. Before the start, from a seat that was open to all and is not the creator's, it means
 * `leave`.
 */
export interface Abort {
  type: "abort";
  game: GameId;
  id: CommandId;
}

/** Wins a game without a clock in which another seat has been to move for three days. Where the
 * others play on, that seat is withdrawn instead.
 */
export interface Claim {
  type: "claim";
  game: GameId;
  id: CommandId;
}

/** Asks for a rematch in which each player takes the next seat. It is created when everybody has
 * asked.
 */
export interface RematchWish {
  type: "rematch";
  game: GameId;
  id: CommandId;
}

/** Withdraws your request for a rematch; or, if others have asked, declines. After a seat has
 * declined, the others cannot ask again (`rematch_declined`), but it can itself.
 */
export interface NoRematch {
  type: "no_rematch";
  game: GameId;
  id: CommandId;
}

/** A line of chat to everybody in the room. */
export interface Chat {
  type: "chat";
  game: GameId;
  text: Text;
}

/** An engine's analysis, up to four a second. It is relayed to the room and never stored.
 *
 * Values are from the side of `value_seat`, or without it from the side to move in the searched
 * position. `unit`, `pv` and `lines` are as in EngineReport; texts of another form are left out.
 * `time_ms`: how long the engine has searched. The server adds `seat`, the engine's seat.
 *
 * Other seats and spectators get only `mode`, `depth` and `time_ms`, because more would be advice
 * to the opponent. In a game with hidden cards they get nothing, because even the timing of
 * reports may depend on the cards. If `engine_lines` of the room's setup is `spectators`,
 * spectators get all fields.
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

/** Whole numbers from `least` to `most`, both included; null: without this bound. */
export interface Range {
  least?: Bound | null;
  most?: Bound | null;
}

/** Games that a bot takes: those that meet all of these conditions.
 *
 * `games`: by the game's id, the settings that it takes, each with a list of its values or a
 * range; other settings may have any value. Without games: all that it plays.
 *
 * `kinds`: the kinds of time control, empty: all. `base_ms`: the time on the clock at the start
 * (in `stages`, of the first stage). `increment_ms`: what is added for each move, also as a delay;
 * in `per_move` the time of a move, in `byoyomi` of a period; in `canadian` that of a period
 * divided by its moves. Times that the control does not have count as 0. `days`: of correspondence
 * games. If `base_ms` has a `most`, correspondence games are taken only with `days`, and games
 * without a clock not at all.
 *
 * `rated`, `casual`: whether it takes rated and unrated games. `people`, `bots`:
 * whether people and other bots may be among its opponents; a free seat counts as a person's.
 * `strength`: the rating of its opponents, which has no effect so far.
 */
export interface Takes {
  games?: Record<string, TakenSettings>;
  kinds?: ControlKind[];
  base_ms?: Range | null;
  increment_ms?: Range | null;
  days?: Range | null;
  rated?: boolean;
  casual?: boolean;
  people?: boolean;
  bots?: boolean;
  strength?: Range | null;
}

/** A bot, or a person whom a bot has asked, accepts the invitation to a game: it gets its
 * reserved seats without connecting to the room, so that a bot may start its engine first. To sit
 * down accepts, too.
 */
export interface Accept {
  type: "accept";
  game: GameId;
}

/** A bot, or a person whom a bot has asked, declines the invitation to a game, before it has sat
 * down. Its seats are then open to all, and the room shows the reason and the text (`declined` of
 * `seated`). `reason`, as on lichess: `generic`: not now; `later`: ask again later; `tooFast`,
 * `tooSlow`, `timeControl`: the clock does not suit it; `rated`, `casual`: it takes only rated, or
 * only casual games; `standard`, `variant`: it takes only the game with its usual settings, or not
 * this game; `noBot`, `onlyBot`: it does not play bots, or only bots. `text` is treated like chat:
 * while the sender is muted, or has sent too much chat, it is left out.
 */
export interface Decline {
  type: "decline";
  game: GameId;
  reason?: DeclineReason;
  text?: ClubNews;
}

/** Part of `seated`: the player for whom the seat was reserved, `name`, will not come, and the
 * seat is open to all. `reason`, `text`: as in `decline`; reason null: it did not answer in
 * time.
 */
export interface Declined {
  name: string;
  reason?: string | null;
  text?: string;
}

/** The answer to hello. The events after `since` follow, up to `seq`, then messages without
 * numbers.
 *
 * A `seq` below the `since` of the hello means that the server has lost events, for example
 * because a backup was restored: forget the game, and send hello with `since` 0 on a new
 * connection. Do the same if `since_at` is not the `at` of the event number `since` that you know:
 * the server lost events, and has as many again. `since_at` is the `at` (Unix ms) of the server's
 * own event of that number; null if it has none, or `since` was 0.
 *
 * `commitment` is the SHA-256 (hex) of the game's seed. `you` is your seat, null for a spectator.
 * `source` is sent only to bots that the server itself runs: eight characters, the same for all
 * games created from one address until the server restarts.
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

/** A seat was taken or left, or its player is ready and `seat_view.salt` is set. `seat`: its
 * index. If `seat_view.player` is null, the seat was left. During the game: another version of the
 * bot plays on (`seat_view.player.version`), from its next action; or, after `vacated`, a bot has
 * taken the seat of a person. `declined`: the seat was reserved for a player who will not come,
 * and is open to all.
 */
export interface Seated {
  type: "seated";
  game: string;
  seq: number;
  at: number;
  seat: number;
  seat_view: SeatView;
  declined?: Declined | null;
}

/** The game has started. The salts, one per seat, are now final. `position`: where it begins; if
 * the start is drawn, the throw with number 0 has chosen it. `turn` is null while a throw is due.
 * `done`: as in `moved`. `counts`: false in a rated game that will change no ratings, because two
 * players share a network address or are bots of one owner, or one is the other's bot.
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
  counts?: boolean;
}

/** Throw number `k` of this game. `dice`: faces; `shuffle`: the order of the cards. During the
 * game, -1 replaces each die or card that you may not see. `seat`: the seat that throws; null for
 * a throw that belongs to no seat, such as a deal, and in records of older versions.
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

/** A move; `ply` is its number, from 0. `turn` is null while a throw is due. During the game, a
 * move that you may not see is shown as `?`, and only the mover's seat gets `engine` (and
 * spectators, as in `info`); after the end the record shows it to everybody. `by_server`: the seat
 * let the time of an uncharged turn pass, and the server moved for it. `done`: all seats that have
 * finished while the others play on. They have no more turns, agree to nothing, and can neither
 * resign nor abort.
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

/** A seat makes an offer to the others; for `resume`, it is ready to go on. */
export interface Offered {
  type: "offered";
  game: string;
  seq: number;
  at: number;
  seat: number;
  what?: What;
}

/** An offer was declined, or accepted by one of several who must accept. The last acceptance
 * shows as the event that follows from it: `finished`, `taken_back`, `paused`, `resumed`. A
 * `resume` that is not accepted has lapsed: `seat`, which had sent it, was away when another seat
 * sent one.
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

/** The last `plies` moves are undone, back to and including one of `seat`; `ply` is the next to
 * be played. No time is given back: `clock` goes on from its current state. `elapsed_ms`: as in
 * `paused`. `done`: as in `moved`.
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

/** One of three or more seats has left, and the others play on. It has no more turns, and ranks
 * behind those who stay. Open offers lapse, and nothing from before can be taken back.
 *
 * `reason`: it has resigned, its `flag` has fallen, or it is `abandoned`. Its clock is stopped in
 * `clock`; if it was its turn, the next turn begins. `elapsed_ms`: as in `paused`. `turn` is null
 * while a throw is due. If this ends the game, `finished` follows.
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

/** The person on this seat has left for good, and a bot takes the place: `seated` follows at
 * once, with the bot. The person has lost, and is a spectator from now on. Open offers lapse.
 *
 * `reason`: as in `withdrew`; with `flag`, the first move was not made in time. If it was this
 * seat's turn, it begins anew. `clock`: the bot has the seat's time, but at least 30 s.
 * `elapsed_ms`: as in `paused`.
 */
export interface Vacated {
  type: "vacated";
  game: string;
  seq: number;
  at: number;
  seat: number;
  reason: "resign" | "flag" | "abandoned";
  clock: ClockView;
  elapsed_ms: number;
}

/** No clock runs. `outage`: the server was down; the game goes on when the seat to move is back.
 * `agreed`: adjourned; it goes on when every seat has sent `resume`. `crashed`: the position has
 * crashed the server twice; adjourned. `elapsed_ms`: how long the turn's clock had run since it
 * was last started.
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

/** Chat. `seat` is null for a spectator. `kept`: as in `Player`. */
export interface Said {
  type: "said";
  game: string;
  seq: number;
  at: number;
  name: string;
  text: string;
  seat?: number | null;
  kept?: boolean;
}

/** The end. `scores`: one per seat; null without a result (aborted, abandoned by all, or
 * abandoned before every seat had moved).
 *
 * `word`: the reason in the game's words, such as `five in a row`; or `ended by the operator`; or,
 * if the operator decided the game, `adjudicated by the operator`, each followed by a colon and
 * the operator's reason if there is one; or `the bot was wanted by others` (the game had waited
 * long, and the bot was full); or `only bots were left` (the last of the people who began it has
 * left, and the bots share the ranks).
 *
 * `seed` (hex) lets anybody verify the throws. `ended_by`: the seat that aborted, or that did not
 * make its first move in time (then `clock` has no `free_ms` left), or that was away in a game
 * abandoned before every seat had moved.
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

/** A seat asks for a rematch. `next` is the new game's id, once all seats (two or more) have
 * asked. Seats that left the game need not ask: if they do not, their places are open. In a link
 * game (`listed` false) only the players see `next`; for others it is empty.
 */
export interface Rematch {
  type: "rematch";
  game: string;
  seq: number;
  at: number;
  seat: number;
  next?: string | null;
}

/** A seat has withdrawn its request for a rematch; or it has `declined`, and then no request is
 * left.
 */
export interface RematchDropped {
  type: "rematch_dropped";
  game: string;
  seq: number;
  at: number;
  seat: number;
  declined?: boolean;
}

/** The command is on disk as event `seq`. Sending it again gets the same answer. */
export interface Ack {
  type: "ack";
  game: string;
  id: string;
  seq: number;
  clock?: ClockView | null;
}

/** A refusal: nothing has changed. `code` is for programs, `message` for people. `id`: the
 * refused command, if it had one. `state`: the room's state, if that is the cause.
 */
export interface Error {
  type: "error";
  code: string;
  message: string;
  game?: string | null;
  id?: string | null;
  state?: string | null;
}

/** Only to the seat to move: it is your turn, and these are the legal moves. `against`, only to
 * bots: the accounts on the other seats, in seat order and without the bot's own, so that a bot in
 * many games can share its time fairly among its opponents.
 */
export interface Turn {
  type: "turn";
  game: string;
  ply: number;
  legal: string[];
  against?: string[];
}

/** The clocks at this moment; sent when a clock starts, and after hello. */
export interface Clock {
  type: "clock";
  game: string;
  clock: ClockView;
}

/** The connected players (one flag per seat), and the number of spectators. */
export interface Presence {
  type: "presence";
  game: string;
  seats: boolean[];
  spectators: number;
}

/** A player is away: unless `seat` is back within `ends_in_ms`, the game is abandoned. Null: the
 * player is back, or the countdown has been dropped.
 */
export interface Countdown {
  type: "countdown";
  game: string;
  seat: number;
  ends_in_ms?: number | null;
}

/** How a rated game has changed one player's rating, in whole points. `provisional`: `after` is
 * uncertain, and shown with a question mark; `weight`: how much the game has counted, from 0 (not
 * at all) to 1.
 */
export interface RatingChange {
  before: number;
  after: number;
  provisional?: boolean;
  weight?: number;
}

/** What a rated game that has ended has changed, one item per seat. Sent shortly before or after
 * `finished` reaches you, and after a later hello.
 */
export interface Ratings {
  type: "ratings";
  game: string;
  seats: RatingChange[];
}

/** Another node of the server has this room. This is the only message, and then the connection
 * is closed with 4421. Connect again: to `url`, the base address of that node, such as
 * `https://two.example.org`, or without `url` to the address that you know, with the query
 * parameter `node`, by which a balancer routes: `/ws/games/{id}?node=two`. A page can only ask the
 * server that it came from, so it always does the latter.
 *
 * Then go on as after any other outage: send unanswered commands again with their ids. Keep to
 * that address until the connection is lost and cannot be made again, or was closed with 1012;
 * then ask the address that you knew first. After five of these in a row without a `welcome`, or
 * if the node that you went to is named again (by a node that answers in its place), no node has
 * the room at the moment: try again a little later, as without a connection.
 */
export interface Relocated {
  type: "relocated";
  game: string;
  node: string;
  url?: string | null;
}

/** A person looks for an opponent in a game with two seats and a clock that runs in one sitting.
 * `id`: your own, for the answers. The server answers with `seeking`, or with an `error` that has
 * this `id`. When it has found somebody, it creates the game and sends `paired`.
 *
 * An account has one seek; another one, from any of its sockets, replaces it. The same one, sent
 * again by its socket with the same `id`, goes on, and gets `seeking` again. It ends with its
 * socket. Settings that are left out have their defaults. `seat`: the one that you ask for, null:
 * either. Without a wish the player who has begun less often begins.
 *
 * Two players are paired when the difference of their ratings is within the reach of both: 100
 * points, and 10 more for each second of waiting, at most `most_gap`. An uncertain rating counts
 * as near: the larger of the two deviations is subtracted from the difference. Without a rating in
 * this game and speed you count as 1500 ± 500.
 */
export interface Seek {
  type: "seek";
  id: CommandId;
  game_type: string;
  control: Control;
  settings?: Settings;
  seat?: number | null;
  rated?: boolean;
  most_gap?: number | null;
}

/** Ends your seek. If you have just been paired, the server tells the other player that you
 * will not come.
 */
export interface EndSeek {
  type: "end_seek";
  id: CommandId;
}

/** Your seek is open. Sent at its start, and when something of this changes. `since`: when it
 * began (Unix ms). `others`: how many other people look for the same game. `same_seat`: there are
 * some, and all of them ask for the seat that you ask for. `reach`: how much the rating of the
 * other player may differ now, in steps of 50; null: by anything.
 */
export interface Seeking {
  type: "seeking";
  id: string;
  since: number;
  others?: number;
  same_seat?: boolean;
  reach?: number | null;
}

/** An opponent was found: `seat` of `game` is reserved for you. Connect to its room, sit down
 * and be ready within 30 s; a player who does not come is not paired again for a minute.
 */
export interface Paired {
  type: "paired";
  id: string;
  game: string;
  seat: number;
}

/** Your seek has ended without a game. `cancelled`: by `end_seek`; `replaced`: by another seek
 * of this account.
 */
export interface SeekEnded {
  type: "seek_ended";
  id: string;
  reason: "cancelled" | "replaced";
}

/** How many people look for an opponent on these terms. `settings`: all, including defaults. */
export interface WaitingPeople {
  game_type: string;
  settings: Settings;
  control: Control;
  people: number;
  rated?: boolean;
}

/** Somebody has just challenged the account on a club's ladder, after `watch` with `clubs`. GET
 * own-clubs has all challenges.
 */
export interface LadderChallenged {
  type: "ladder_challenged";
  challenge: OwnChallenge;
}

/** A person or bot that the caller follows. `online`: null if the person hides it. `playing`:
 * the games in progress on this server, newest first, at most three.
 */
export interface Followed {
  name: string;
  bot: boolean;
  online?: boolean | null;
  playing?: string[];
}

/** A game that a bot plays in the pool, against other bots that have entered the same. The game
 * has two seats and its default settings. `clock`: `bullet` is 1 minute and 1 second for each
 * move, `blitz` 3 minutes and 2 seconds, `rapid` 10 minutes and 5 seconds.
 */
export interface PoolEntry {
  game_type: string;
  clock?: "bullet" | "blitz" | "rapid";
}

/** The first message on the lobby socket. A bot names the games that it plays, and is online
 * from then on. `changes`: after the first `lobby`, send only changes, as `lobby_changed`.
 *
 * `most_games`: how many games the bot plays at a time; more are refused with `bot_busy`. A
 * correspondence game, or one without clocks, counts a quarter. Null: 100, with no limit for games
 * created on the server's machine. `several_seats`: the bot can have several seats in one game,
 * each invited and connected separately (`seat` of the hello); a game counts once for each seat.
 *
 * `process`: an id that this process of the bot has chosen, for all its sockets. A bot may run as
 * several processes, anywhere, each with its own games and capacity. Then each game is given to
 * only one of them: the least loaded of those that can play it and have room. Only that process is
 * invited, and has the game among `yours`. When its last lobby socket is gone, another process is
 * invited to its games. Empty: the bot is one process, which gets every game that no other can
 * take.
 *
 * `version`: of the bot's program, for lists and records. All processes of a bot must have the
 * same version, except those of the server's own bots. Another version is refused while they run
 * (`other_version`), or with `replace` takes over their games; they are told so (`replaced`). In
 * either case the refused or replaced socket is closed with 1008, and its client should not come
 * back. Send `replace` only in a process's first `watch`.
 *
 * `takes`: the kinds of games that this process takes, of the games in `plays`; empty: all. A
 * game is taken if it fits one of them. Other games are refused (`bot_takes_not`) before they are
 * created. At most 1 KiB, as compact JSON.
 *
 * `pool`: what the bot plays in the server's pool. The server pairs bots that have entered the
 * same, one game at a time for each bot, and invites both, if `takes` allows that game. Empty: it
 * is not in the pool.
 *
 * `followed`: send those whom the account follows, and then changes, as `followed`.
 *
 * `clubs`: send new challenges to the account on ladders of clubs, as `ladder_challenged`.
 *
 * `challenges`: a person takes challenges: while this socket is open, bots that know the account,
 * because they have played with it, may invite it (`person` in SeatRequest).
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
  takes?: Takes[];
  pool?: PoolEntry[];
  followed?: boolean;
  clubs?: boolean;
  challenges?: boolean;
}

/** A bot that is online. `levels`: how many strengths it offers, 0 for only one; `most_games`:
 * how many games at a time, null if unknown; `busy`: it is playing that many; `house`: it is the
 * server's own; `owner`: the name of its owner (see BotToken), null if unknown; `lesson`: of the
 * page's lessons, the one that explains how it plays, null if there is none;
 * `several_seats`: it can have several seats in one game; `version`: of its program, null if
 * unknown; `takes`: the kinds of games that it takes, as in `watch`, empty: all that it plays;
 * `pool`: what it plays in the pool. For several processes: the games that any of them plays, the
 * most levels, the sum of their games, the kinds that any of them takes, as far as they fit into
 * 1 KiB, and what any of them plays in the pool, as far as the limit of one allows.
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
  takes?: Takes[];
  lesson?: string | null;
  pool?: PoolEntry[];
}

/** The whole lobby, sent after `watch`, and again after each change to clients that did not ask
 * for `changes`. Clients that did ask get it again if they have read too slowly for changes.
 *
 * `open`: games with a free seat and a waiting player; `running`: games that have begun and not
 * ended. Both have the newest of each, one per player before any player has a second one, and for
 * open games also one per address. `yours`: your games; of more than fifty, those in which it is
 * your turn, then the newest. Positions may be some seconds old. `at`: with `yours`, the server's
 * clock when this was sent (Unix ms), by which `turn_ends_at` is read. `waiting`: how many people
 * look for an opponent (`seek`), by their terms, those first that have waited longest.
 */
export interface Lobby {
  type: "lobby";
  open: GameSummary[];
  running: GameSummary[];
  yours: GameSummary[];
  bots: BotView[];
  at?: number;
  waiting?: WaitingPeople[];
}

/** The changes of the lobby; null: no change. `games`: the new and changed rows of `open` and
 * `running`; `open`, `running`: the ids of their games now, in order. `bots`, `yours`, `waiting`:
 * all of them. `turns`: games of `yours` in which somebody has moved, left or come back; not sent
 * to bots. `at`: as in `lobby`, with `yours` and `turns`.
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
  waiting?: WaitingPeople[] | null;
}

/** A seat in `game` is reserved for you, or already yours: connect to its room, and sit down
 * unless the welcome says that you have the seat. `assignment`: the number by which a game of a
 * bot is given to this process, for the hello; it grows each time the game is given to another
 * process. 0: not given to a process.
 *
 * `deadline`: until when a bot, or a person whom a bot has asked, has to answer (Unix ms): it sits
 * down, or sends `accept` or `decline`; later its seats are open to all. After an outage it may
 * have passed: then answer at once. Null: no answer is needed, because the seat is yours or the
 * game has begun; or the server is older, and does not know `accept` and `decline`. `asker`: the
 * player who has created the game, null if that account does not play in it; `opponents`: the
 * players on the other seats or invited to them, without your own seats, null for a free seat;
 * `rated`, `series`: as in Setup.
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
  deadline?: number | null;
  asker?: Player | null;
  opponents?: (Player | null)[];
  rated?: boolean;
  series?: Series | null;
}

/** What has changed of those whom the account follows, after `watch` with `followed`: they have
 * come online or gone, or a game of theirs has begun or ended. Changes are collected for three
 * seconds. The first one has all who are followed; so has one after a client was slow to read.
 */
export interface FollowedChanged {
  type: "followed";
  people: Followed[];
}

/** POST session: a guest; without a name it gets a generated one. A name has one or more letters
 * or digits of any script, with spaces and - _ . ' between them.
 */
export interface NewSession {
  name?: Name | null;
}

/** PATCH session: another name for a guest, as in `NewSession`. Games that it has joined, and
 * their rematches, keep its earlier name.
 */
export interface NewName {
  name: Name;
}

/** What a guest has brought into the account that it signed in to. `name`: the guest's; `games`:
 * how many games, seats reserved for it included; `unfinished`: how many of these are not over;
 * `bots`: how many bots; `imports`: how many imported games. `apart`: games (at most 20) that stay
 * the guest's, because the account has a seat there too.
 */
export interface Merged {
  name: string;
  games?: number;
  unfinished?: number;
  bots?: number;
  imports?: number;
  apart?: string[];
}

/** Your identity. `account` is opaque and public. `kept`: the name is kept by a password;
 * otherwise you are a guest. `merged`: after a sign-in as a guest, what was merged.
 */
export interface Session {
  account: string;
  name: string;
  kept?: boolean;
  role?: Role;
  merged?: Merged | null;
}

/** POST account: keeps this name for the guest who is signed in, by a password of at least 8
 * characters. Its account, games and bots stay the same, and it gets a new session. `code`: from
 * the operator, where the server's `join` is `code`.
 */
export interface NewAccount {
  name: Name;
  password: Password;
  code?: Code | null;
}

/** POST sign-in: to the account that keeps this name. `merge`: if you are signed in as a guest,
 * its games, bots and imported games become the account's.
 */
export interface SignIn {
  name: Name;
  password: Password;
  merge?: boolean;
}

/** PUT account/password. All other sessions of the account end, and yours is replaced.
 * `current`: the password so far.
 */
export interface NewPassword {
  current: Password;
  password: Password;
}

/** POST account/reset: sets the password of the account that keeps this name, by the one-time
 * `code` of an admin or teacher, and signs in. All other sessions and tokens of the account
 * end. `merge`: as in SignIn.
 */
export interface PasswordReset {
  name: Name;
  code: Code;
  password: Password;
  merge?: boolean;
}

/** POST account/link: signs in by the one-time code at the end of a link from the operator.
 * `password`: sets a new one, as in `PasswordReset`. `merge`: as in SignIn.
 */
export interface LinkSignIn {
  code: Code;
  password?: Password | null;
  merge?: boolean;
}

/** DELETE account: ends your account and its bots. Unfinished games are resigned; all games
 * stay, under another name. `password`: yours.
 */
export interface AccountEnd {
  password: Password;
}

/** POST people: accounts with these names, for people who have none, such as a class. All are
 * made or none; if names are refused, the problem lists them in `names`. `days`: how long their
 * codes are valid.
 */
export interface NewPeople {
  names: Name[];
  days?: number;
}

/** A one-time code with which a person sets a password (POST account/reset), until
 * `expires_at`. It is shown only this once.
 */
export interface ResetCode {
  name: string;
  code: string;
  expires_at: number;
}

/** The accounts that POST people has made, in the order of the names. */
export interface MadePeople {
  people: ResetCode[];
}

/** PUT people/{name}/role. */
export interface NewRole {
  role: Role;
}

/** One of your passkeys. `id` gives no access. `origin`: of the page on which it was made; it
 * signs in only there. `last_used_at` null: never.
 */
export interface PasskeyView {
  id: string;
  name: string;
  origin: string;
  created_at: number;
  last_used_at?: number | null;
}

/** GET passkeys: yours; none if you are not signed in. `offered`: whether the server has
 * passkeys at this address, which needs HTTPS and a host name, or `localhost`.
 */
export interface PasskeyList {
  offered: boolean;
  passkeys: PasskeyView[];
}

/** POST passkey-options: begins to add a passkey. `password`: yours. */
export interface PasskeyRequest {
  password: Password;
}

/** What a browser needs to make a passkey (PublicKeyCredentialCreationOptionsJSON), or to sign
 * in by one (PublicKeyCredentialRequestOptionsJSON). The challenge in it can be answered once,
 * within five minutes: by the session that has asked, or the browser, which has got a cookie.
 */
export interface PasskeyOptions {
  options: WebAuthnJson;
}

/** POST passkeys: adds the passkey that the browser has made. `credential`: its
 * RegistrationResponseJSON. `name`: yours for it; null: the kind of browser.
 */
export interface NewPasskey {
  credential: WebAuthnJson;
  name?: PasskeyName | null;
}

/** PATCH passkeys/{id}. */
export interface NewPasskeyName {
  name: PasskeyName;
}

/** POST sign-in/passkey: signs in to the account of the passkey. `credential`: the browser's
 * AuthenticationResponseJSON. `merge`: as in SignIn.
 */
export interface PasskeyAnswer {
  credential: WebAuthnJson;
  merge?: boolean;
}

/** A row of a leaderboard. `rating` and `deviation` are in whole points; the deviation is the
 * rating's standard deviation now; `games`: how many rated games have counted.
 */
export interface RankedPlayer {
  name: string;
  rating: number;
  deviation: number;
  games: number;
  bot?: boolean;
}

/** GET ratings: the best players of a game in one speed class, best first. A player is listed
 * while the deviation is at most 75, or 130 in games of more than two players or with partners.
 */
export interface Leaderboard {
  game_type: string;
  speed: string;
  players: RankedPlayer[];
}

/** POST bots: the name of a new bot. */
export interface NewBot {
  name: BotName;
}

/** Shown only once; the server stores only its hash. `owner`: the account of the person who
 * registered the bot; of a bot registered with a bot's token, that bot's owner, or that bot if it
 * has none. Null: that person was not signed in, so anyone with the token controls the bot.
 */
export interface BotToken {
  account: string;
  name: string;
  token: string;
  owner?: string | null;
}

/** POST tokens: another token for a bot that you own, or one for yourself. `bot`: its account;
 * null: for yourself, if your name is kept. `name`: your name for it. `expires_in_s` null: it does
 * not expire. `scopes`: what it permits; null: everything, which only a bot's may.
 */
export interface NewToken {
  bot?: string | null;
  name?: Code | null;
  expires_in_s?: number | null;
  scopes?: Scope[] | null;
}

/** POST tokens/{id}/rotate. `grace_s`: how many seconds the former secret stays valid, and its
 * sockets open. Without it, or without a body, the former secret ends at once. Older clients give
 * `grace_s` in the query; if it is in both places, they must agree.
 */
export interface Rotation {
  grace_s?: number | null;
}

/** A token that was created or rotated. `token` is shown only this once; null: it was set as a
 * cookie, like the one that it replaces.
 */
export interface TokenSecret {
  id: string;
  account: string;
  token?: string | null;
  expires_at?: number | null;
}

/** One of your tokens, or of the tokens of a bot that you own. `id` is public and gives no
 * access. `kind`: `session` (a cookie), `bot`, `personal` (yours, with scopes), or `former`: a
 * replaced secret that is still valid for a while. `scopes`: what it permits, or `all`.
 * `account_name`: the name of its account. `last_used_at`: to the hour; null: never. `expires_at`
 * null: never. `current`: the token of this request. `device`: the kind of browser that signed in,
 * such as `Firefox on Linux`; null: unknown.
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
  device?: string | null;
}

/** GET tokens: yours, and those of the bots that you own. */
export interface TokenList {
  tokens: TokenView[];
}

/** POST tickets: signs in one socket, on any node, until `expires_at`, with the rights of the
 * token of this request. Offer `ticket.` followed by it as the second subprotocol; the server
 * selects only the first.
 */
export interface Ticket {
  ticket: string;
  expires_at: number;
}

/** GET accounts/{account}: the public facts about an account. `games`: how many it has played to
 * a result. `dice_games`: how many games with dice or shuffled cards have ended.
 * `aborted_after_throw`: how many of those it ended without a result, by aborting, by never
 * moving, or by leaving before all had moved. `kept`: a password keeps the name.
 */
export interface AccountView {
  account: string;
  name: string;
  bot?: boolean;
  kept?: boolean;
  games?: number;
  dice_games?: number;
  aborted_after_throw?: number;
}

/** POST games. `seats`: one entry per seat, in order; the settings may decide how many. `listed`
 * false: until the game has begun, only those who have the link can find it; if it ends before its
 * first move, it appears only in its players' own lists. `setup`: fields that are left out have
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

/** POST imports: the text of a file with games (at most 50, in 1 MiB), or one position.
 * `game_type`: the game, where the text does not say it.
 */
export interface NewImport {
  text: string;
  game_type?: string | null;
}

/** A game that has been imported. `url`: its page; `players`: by seat, empty where the file has
 * no name; `moves`: how many; `result`: as in PGN, null if the file has none.
 */
export interface ImportedGame {
  id: string;
  url: string;
  game_type: string;
  players: string[];
  moves: number;
  result?: string | null;
}

/** The answer to POST imports. `problems`: games that were left out, as `text:12: what is wrong;
 * expected what`; `notes`: what was read otherwise than written.
 */
export interface Imports {
  games: ImportedGame[];
  problems: string[];
  notes: string[];
}

/** GET games: newest first. `cursor` leads to the next page, and is null on the last one: repeat
 * the request with it, as in `GET games?player=Ana&cursor=MTc2NzIyNTYwMDAwMDprM21aOXFUYg`. No game
 * comes twice, and a game created in between is on no later page. A page may have fewer games than
 * requested, even none, and still a cursor: one request examines up to a thousand games that fit
 * one of the filters but not all.
 */
export interface GamePage {
  games: GameSummary[];
  cursor?: string | null;
}

/** GET games/{id}: the summary and the whole numbered history, including receipts and throws. */
export interface GameRecord {
  game: GameSummary;
  commitment: string;
  rules_version: number;
  events: RoomEvent[];
}

/** GET games/{id}/export, and the file that `zeitnot verify` reads; each line of GET exports is
 * one. `format` is `zeitnot-game-1`. `seed` is null until the game has ended. `setup` null: an
 * older file; the clock of such a game runs from the start. `imported`, `facts`: as in
 * GameSummary; an imported game cannot be verified.
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
  imported?: boolean;
  facts?: Record<string, string>;
}

/** The result of a move with best play. `value`, for the side that moves: 1 it wins, 0 a draw,
 * -1 it loses; null: not solved in the time allowed. `margin`: in games that are solved by margin,
 * that side's lead at the end, in the game's unit. `distance`: in other games, plies to the forced
 * end, including the move itself; null unless one side wins. Where cards are hidden there is no
 * such value: `probability` is how often an equilibrium makes the move, given what the side to
 * move knows, and `expected` its average gain, in the game's unit.
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
 * `ply` moves, for games with `exact_values` in the catalogue. There are none after the last move
 * if it ended the game. `turn`: the seat to move; null at the end.
 */
export interface MoveValues {
  ply: number;
  position: string;
  moves: MoveValue[];
  turn?: number | null;
}

/** One move of a book. `score`: the mover's mean score, 0 to 1. `weight`: how much the book
 * prefers it: its score squared times its games, plus any weight added by hand. The highest weight
 * comes first.
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

/** GET books/{scope}/{game_type}?position=: the moves known there, best weight first. `legal`
 * has all legal moves; `position` and `turn` describe the requested position (by default the
 * start), and `after` the position after each book move. Before a throw of dice, `throws` has the
 * position after each throw, by its faces.
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

/** The number of seats when this setting has this value and the others have their defaults. */
export interface SeatCount {
  setting: string;
  value: string | number | boolean;
  seats: number;
}

/** A game that the server offers; `names` by language (en, zh-Hans, zh-Hant). `seats`: how many
 * it has with the default settings; `seat_counts`: other numbers, if a setting changes it.
 * `seat_names`: in seat order, up to the largest number of seats if all have names. `hidden`:
 * whether players do not see the whole position; such a game has no opening book. `exact_values`:
 * whether positions of finished games can be solved (GET games/{id}/values). `plays_on`: with
 * three or more seats, the others play on when one leaves. `sides`: by the number of seats, the
 * seats of each side, where there are partners. `formats`: in which its games are exported (GET
 * games/{id}/export), besides `json`.
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
  formats?: string[];
}

/** GET catalogue: the games with their settings, and the bots that are online. `join`: who may
 * join; with `code`, guests keep names by a code of the operator; with `closed` there are no
 * guests, and admins and teachers make the accounts.
 */
export interface Catalogue {
  games: CatalogueGame[];
  bots: BotView[];
  join?: Join;
}

/** A name of a list that is refused: its `index` in the list, from 0, and why. */
export interface RefusedName {
  index: number;
  name: string;
  code: string;
  detail: string;
}

/** application/problem+json (RFC 9457); `code` is as in `error`. With `relocated` it has `node`
 * and `url`, as in the message of that name: send the request there. `names`: which of a list of
 * names are refused (POST people).
 */
export interface Problem {
  title: string;
  status: number;
  code: string;
  detail?: string;
  node?: string | null;
  url?: string | null;
  names?: RefusedName[];
}

/** POST faults: what a bot's engine did wrong in a game of this bot, which only the bot's
 * owner sees. `kind`: it ended (`crash`), did not answer in time, chose an illegal move,
 * answered what cannot be read, or used more memory or time than it may (`limit`). `position`: as
 * the engine was given it; `detail`: for example the last lines of its error output; `command`:
 * how to reproduce it.
 */
export interface NewFault {
  game: GameId;
  ply: number;
  kind: FaultKind;
  position: PositionText;
  detail?: ClubText;
  command?: string;
  version?: Version;
}

/** One row of GET bots/{name}/faults, as the bot has reported it. `at`: when (Unix ms). */
export interface Fault {
  at: number;
  game: string;
  game_type: string;
  ply: number;
  kind: string;
  position: string;
  detail?: string;
  command?: string;
  version?: string;
}

/** GET bots/{name}/faults: the newest hundred, newest first; only for the bot and its owner, and
 * without those in games with hidden cards that are not over.
 */
export interface Faults {
  faults: Fault[];
}

/** The results of one version of a bot; null: not named. `first_at`, `last_at`: when its first
 * and last of the examined games were made (Unix ms).
 */
export interface BotVersion {
  first_at: number;
  last_at: number;
  version?: string | null;
  wins?: number;
  draws?: number;
  losses?: number;
}

/** A bot's results against one opponent, under the name of their last game. The account is not
 * shown: a bot that knows a person's account may be allowed to invite that person.
 */
export interface BotOpponent {
  name: string;
  last_at: number;
  bot?: boolean;
  wins?: number;
  draws?: number;
  losses?: number;
}

/** A bot's results in one game with one time control. */
export interface BotClock {
  game_type: string;
  control: Control;
  wins?: number;
  draws?: number;
  losses?: number;
}

/** How long a bot has thought for moves number `first` to `last`, its own counted from 1: of
 * `moves` of them the median, the 90th percentile and the maximum, in ms.
 */
export interface MoveTimes {
  first: number;
  last: number;
  moves: number;
  median_ms: number;
  p90_ms: number;
  max_ms: number;
}

/** The times of a bot's moves in one game with one time control, in its newest `games` of
 * them.
 */
export interface ThinkingTimes {
  game_type: string;
  control: Control;
  games: number;
  times: MoveTimes[];
}

/** The network's part of the times of `moves` moves: the median and the 95th percentile, in
 * ms.
 */
export interface Lag {
  moves: number;
  median_ms: number;
  p95_ms: number;
}

/** GET bots/{name}: a bot's public page. `games`: how many it has played to a result;
 * `examined`: of how many of these, the newest public ones, there are results here. `versions`,
 * `opponents`, `clocks`: the latest or most frequent first. `times`, `lag`: from the newest games.
 * `online`: as the lobby shows it, with what it takes; null: it is offline. `owned`: the caller is
 * the bot or its owner, and may see its faults and losses. The answer may be a minute old.
 */
export interface BotPage {
  account: string;
  name: string;
  created_at: number;
  games: number;
  examined: number;
  versions?: BotVersion[];
  opponents?: BotOpponent[];
  clocks?: BotClock[];
  times?: ThinkingTimes[];
  lag?: Lag | null;
  online?: BotView | null;
  owned?: boolean;
}

/** A move of a bot that lost some of the exact value of `position`. `result_loss`: of the
 * result, 0 to 1: a win that became a draw is 0.5, a win that became a loss 1. `margin_loss`: of
 * the margin or of the expected gain, in the game's unit; 0 where only results are known. `best`:
 * a best move.
 */
export interface CostlyMove {
  game: string;
  game_type: string;
  settings: Settings;
  created_at: number;
  ply: number;
  seat: number;
  move: string;
  best: string;
  position: string;
  result_loss: number;
  margin_loss?: number;
}

/** What a bot's moves lost in one game, as in `CostlyMove`; `moves`: how many have an exact
 * value.
 */
export interface GradedGame {
  game: string;
  moves: number;
  result_loss?: number;
  margin_loss?: number;
}

/** GET bots/{name}/losses: where a bot's engine erred, in finished games with `exact_values` in
 * the catalogue, and in endings of the server's tables; only for the bot and its owner.
 * `costliest`: the ten moves that lost most. `games`: the newest games that have been compared.
 * The request queues up to ten more for comparison; `waiting`: how many are queued, so ask
 * again.
 */
export interface Losses {
  costliest: CostlyMove[];
  games: GradedGame[];
  waiting?: number;
}

/** A rating in one game and speed class, as of now. `provisional`: it is uncertain, and shown
 * with a question mark.
 */
export interface PersonRating {
  game_type: string;
  speed: string;
  rating: number;
  deviation: number;
  games: number;
  provisional: boolean;
}

/** Results in one game. */
export interface GameResults {
  game_type: string;
  wins?: number;
  draws?: number;
  losses?: number;
}

/** Results against one opponent in games of two seats, under the opponent's name of today.
 * `kept`: a person whose name is kept; a player who is neither this nor a bot is a guest.
 * `last_at`: when the newest of the games was made (Unix ms).
 */
export interface OpponentResults {
  name: string;
  last_at: number;
  bot?: boolean;
  kept?: boolean;
  wins?: number;
  draws?: number;
  losses?: number;
}

/** A bot of a person. `since`: when it was registered (Unix ms). */
export interface OwnedBot {
  name: string;
  since: number;
  online?: boolean;
}

/** What the caller does: follow this person, or block it. */
export interface Relation {
  follows?: boolean;
  blocks?: boolean;
}

/** GET people/{name}: a bot, or a person who has kept the name. `since`: when the name was
 * registered or kept (Unix ms). `counted`: how many of the newest results in public games are
 * counted in `results` and `opponents`. `opponents`: the most frequent. `owner`: the person whose
 * bot it is, if that person's name is kept. `playing`: public games in progress, newest first.
 * `online`: null if you are not signed in, or the person hides it. `you`: null if you are not
 * signed in, or it is yourself. Apart from `online` and `you` it may be half a minute old.
 */
export interface Profile {
  name: string;
  bot: boolean;
  role: string;
  since: number;
  counted: number;
  ratings?: PersonRating[];
  results?: GameResults[];
  opponents?: OpponentResults[];
  bots?: OwnedBot[];
  owner?: string | null;
  playing?: GameSummary[];
  online?: boolean | null;
  you?: Relation | null;
}

/** A rating after one game. `at`: when the game ended (Unix ms). */
export interface RatingPoint {
  at: number;
  rating: number;
  deviation: number;
}

/** GET people/{name}/ratings: the newest ratings of a person or bot in one game and speed class,
 * oldest first, at most a thousand. `earlier`: there are older ones.
 */
export interface RatingHistory {
  name: string;
  game_type: string;
  speed: string;
  points: RatingPoint[];
  earlier?: boolean;
}

/** GET people/{name}/against/{other}: the results of `name` against `other` in public games of
 * two seats; of their newest five thousand. `games`: their newest public games.
 */
export interface HeadToHead {
  name: string;
  other: string;
  results: GameResults[];
  games: GameSummary[];
}

/** GET following: those that the caller follows, the latest first. */
export interface FollowedList {
  people: Followed[];
}

/** GET blocked: the names of the accounts that the caller blocks, the latest first. */
export interface BlockedList {
  people: string[];
}

/** POST blocked: blocks an account, so that it can neither ask the caller for games, nor sit
 * down in the caller's games, nor write there. It is either `person`, a name that is kept or a
 * bot's, or the player on `seat` of `game`, or the author of the line of chat `message` there.
 */
export interface NewBlock {
  person?: Name | null;
  game?: GameId | null;
  seat?: number | null;
  message?: Seq | null;
}

/** GET presence: whether others see when the caller is online. PUT presence changes it. */
export interface PresenceSetting {
  shown: boolean;
}

/** POST complaints: asks the operator to look at an account. It is either `person`, a name that
 * is kept or a bot's, or the player on `seat` of `game`, or the author of `messages`, which are
 * the numbers (`seq`) of lines of chat by one account in `game`, or who leads `club`, whose texts
 * are copied.
 */
export interface NewComplaint {
  reason: ComplaintReason;
  person?: Name | null;
  game?: GameId | null;
  seat?: number | null;
  messages?: Seq[];
  text?: string;
  club?: Slug | null;
}

/** The answer to POST complaints: by this number the operator finds it. */
export interface ComplaintNumber {
  number: number;
}

/** A person who keeps a name, as a teacher or admin sees it. `since`: when the account was made
 * (Unix ms). `taken`: the person has chosen a password. `last_seen`: the day (UTC, as 2026-11-30)
 * of the last use; null: never. `code_until`: the end of a code that is valid (Unix ms).
 */
export interface ListedPerson {
  name: string;
  since: number;
  role?: Role;
  taken?: boolean;
  last_seen?: string | null;
  code_until?: number | null;
}

/** GET people: by default those whose accounts you have made, the newest first. `cursor` leads
 * to the next page, as in `GamePage`.
 */
export interface ListedPeople {
  people: ListedPerson[];
  cursor?: string | null;
}

/** A time control that a club offers to its members. */
export interface Preset {
  name: string;
  control: Control;
}

/** POST clubs: founds a club, which the caller leads. `slug`: its name in paths; null: made from
 * the name. `join`: `open`, for everybody; `code`, for those who have the code; `closed`, for
 * those whom a leader invites. Invited people may always join. `games`: those that the club plays;
 * empty: all.
 */
export interface NewClub {
  name: Name;
  slug?: Slug | null;
  description?: ClubText;
  join?: Join;
  games?: ClubGames;
}

/** PATCH clubs/{slug}: what a leader changes; null: it stays. `news`: one line; empty: none. */
export interface ClubChange {
  name?: Name | null;
  description?: ClubText | null;
  news?: ClubNews | null;
  join?: Join | null;
  games?: ClubGames | null;
  presets?: Presets | null;
}

/** A club in a list. `members`: how many; `created_at`: Unix ms. `you`: what the caller is in
 * it; null: none of them.
 */
export interface ClubRow {
  slug: string;
  name: string;
  members: number;
  created_at: number;
  join?: Join;
  games?: string[];
  news?: string;
  you?: Standing | null;
}

/** GET clubs: a page of the list. `cursor`: of the next page; null: this is the last one. */
export interface ClubList {
  clubs: ClubRow[];
  cursor?: string | null;
}

/** A ladder of a club, in short. `places`: how many members are on it; `you`: the caller's
 * place, from 1.
 */
export interface LadderRow {
  game_type: string;
  control: Control;
  rated: boolean;
  places: number;
  you?: number | null;
}

/** GET clubs/{slug}: a club's page. `news_at`: when the line was written (Unix ms). `leaders`:
 * their names. `invited`: how many were invited and have not answered; only leaders see it. `you`:
 * what the caller is in it; null: none of them, or not signed in.
 */
export interface Club {
  slug: string;
  name: string;
  created_at: number;
  members: number;
  leaders: string[];
  description?: string;
  news?: string;
  news_at?: number | null;
  join?: Join;
  games?: string[];
  presets?: Preset[];
  ladders?: LadderRow[];
  invited?: number | null;
  you?: Standing | null;
}

/** A member. `since`: when the member joined, or was invited (Unix ms). */
export interface ClubMember {
  name: string;
  role: Standing;
  since: number;
}

/** GET clubs/{slug}/members: leaders first, then by the time of joining; leaders also see who
 * was invited. `cursor`: of the next page; null: this is the last one.
 */
export interface ClubMembers {
  members: ClubMember[];
  cursor?: string | null;
}

/** POST clubs/{slug}/members: the caller joins. `code`: the club's, where `join` is `code`. */
export interface ClubMembership {
  code?: Code | null;
}

/** PUT clubs/{slug}/members/{name}: a leader gives a member this role; somebody who is no member
 * yet is invited to the club, for which `role` must be `member`.
 */
export interface ClubRoleChange {
  role?: ClubRole;
}

/** POST clubs/{slug}/code: another code for joining; the former one ends. `days`: how long it is
 * valid; null: until the next.
 */
export interface NewClubCode {
  days?: number | null;
}

/** The code with which people join a club; only its leaders see it. `expires_at` (Unix ms) null:
 * it does not expire. `code` null: there is none that is valid.
 */
export interface ClubCode {
  code?: string | null;
  expires_at?: number | null;
}

/** PUT clubs/{slug}/ladders/{game}: a leader opens a ladder, or changes its terms for the
 * challenges after that. `reach`: how many places above the own one a member may challenge;
 * `days`: how long the challenged member has to answer, and then both have to begin the game.
 * `rated`: the games are rated.
 */
export interface LadderTerms {
  control: Control;
  reach?: number;
  days?: number;
  rated?: boolean;
}

/** A place on a ladder, from 1 at the top. `may_challenge`: the caller may challenge this member
 * now, as far as the ladder's rules say.
 */
export interface LadderPlace {
  place: number;
  name: string;
  may_challenge?: boolean;
}

/** A challenge that is not over. `number`: it is answered by this. `until`: when the answer is
 * due, or once `game` is known, when that must have begun (Unix ms); null: it has begun. `you`:
 * the caller's part in it.
 */
export interface LadderChallenge {
  number: number;
  challenger: string;
  challenged: string;
  at: number;
  until?: number | null;
  game?: string | null;
  you?: Part | null;
}

/** A challenge that is over. `outcome`: `won`, `lost` or `drawn` by the challenger; the member
 * challenged `declined`, or left it `unanswered`, or the game `not_begun` or gave it up at once
 * (`left`); in all of these four the challenger takes the place as after a win. `ended`: without
 * an effect. `places`: of challenger and challenged after it; null: not on the ladder.
 */
export interface LadderResult {
  at: number;
  challenger: string;
  challenged: string;
  outcome: Outcome;
  game?: string | null;
  places?: (number | null)[];
}

/** GET clubs/{slug}/ladders/{game}: a ladder as of now. `results`: the newest first, at most 20.
 * `you`: the caller's place.
 */
export interface Ladder {
  game_type: string;
  control: Control;
  reach: number;
  days: number;
  rated: boolean;
  places: LadderPlace[];
  challenges?: LadderChallenge[];
  results?: LadderResult[];
  you?: number | null;
}

/** POST clubs/{slug}/ladders/{game}/challenges: challenges the member with this name. */
export interface NewLadderChallenge {
  name: Name;
}

/** PUT clubs/{slug}/ladders/{game}/challenges/{number}: the challenged member accepts or
 * declines, or the challenger withdraws before that.
 */
export interface LadderAnswer {
  answer: "accept" | "decline" | "withdraw";
}

/** The answer to it. `game`: the game that was made, after `accept`. */
export interface LadderAnswered {
  game?: string | null;
}

/** A challenge on a ladder in which the caller takes part, as in LadderChallenge. */
export interface OwnChallenge {
  slug: string;
  club: string;
  game_type: string;
  number: number;
  opponent: string;
  you: Part;
  until?: number | null;
  game?: string | null;
}

/** A club of the caller, or one to which the caller was invited. */
export interface OwnClub {
  slug: string;
  name: string;
  you: Standing;
  news?: string;
  news_at?: number | null;
  games?: string[];
  presets?: Preset[];
}

/** GET own-clubs: the caller's clubs with their presets, invitations, and challenges; those that
 * wait for the caller first.
 */
export interface OwnClubs {
  clubs: OwnClub[];
  challenges?: OwnChallenge[];
}
