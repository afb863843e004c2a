/** One room on the page: its state, its socket, and the commands that the page sends automatically. */

import { randomHex } from "../../app/browser/random";
import { type Intent, command, helloMessages, moveToSave, commandsToSend, withSavedMove } from "../../app/room/commands";
import { TAKEN_BACK, fromRecord, update, hasRewound, withRecord } from "../../app/room/fold";
import { isImported } from "../../app/room/imported";
import { isFree } from "../../app/room/lobby";
import { isResent } from "../../app/room/pending";
import { type RoomState, isSynced, newNotice, seatToMove, unknownRoom, withoutSeat } from "../../app/room/room";
import { ApiError, api } from "../../app/server/api";
import { Channel, type Status, isLost } from "../../app/server/socket";
import { steadily } from "../../app/server/steady-status";
import { dismissalOf } from "../../app/words/dismissal";
import { world } from "../../app/state/world.svelte";
import type * as p from "../../protocol";
import { Absences } from "./absences";
import { firstCommitment, keepCommitment } from "./commitments";
import { saveMove, savedMove } from "./saved-move";
import { takePendingSeat } from "./pending-seat";

const RETRY_MS = 500;
/** The time for which a takeback is announced. */
const TAKEBACK_MS = 5000;
/** The time after a reconnection in which other players are not shown as away, because they may be reconnecting too. */
const SETTLING_MS = 2000;
/** Error codes for refused lines of chat. */
const CHAT_REFUSALS: ReadonlySet<string> = new Set([
  "muted", "disk_low", "chat_full", "chat_closed", "too_fast", "not_seated", "not_signed_in", "read_only", "retry", "busy",
]);

export class RoomSession {
  state = $state.raw<RoomState>(unknownRoom(""));
  status = $state<Status>("connecting");
  /** The reason for which the server has closed the connection for good; null: it has not. */
  dismissal = $state<string | null>(null);
  /** When the server announced that it stops, which stops all clocks (monotonic ms); null: it has not, or has been reached
   * since. */
  serverStoppedAt = $state<number | null>(null);
  /** Whether this page has just connected, so that it is too early to show others as away. */
  settling = $state(false);
  /** Whether the page is not up to date after a loss: missed events, or the answer to a pending move, are outstanding. */
  unsure = $state(false);
  /** The seats that are shown as away. */
  away = $state.raw<ReadonlySet<number>>(new Set());
  private readonly absences = new Absences((seats) => (this.away = seats));
  /** Whether the current connection has not received a welcome yet. */
  private isNew = true;
  private settlingTimer: ReturnType<typeof setTimeout> | undefined;
  failure = $state.raw<ApiError | null>(null);
  private channel: Channel<p.RoomIn, p.RoomOut> | null = null;
  /** Whether the user has left this page. */
  private hasLeftPage = false;
  /** Whether to take a free seat as soon as possible. */
  wantsSeat = $state(false);
  /** The requested seat; null: any. */
  private readonly requestedSeat: number | null;
  /** Whether the complete record has been requested. */
  private recordRequested = false;
  /** The last line of chat until it is echoed or refused; it is remembered because refusals of chat name no command. */
  private lastSaid: string | null = null;
  /** A refused line of chat, to put back into the input, and the error. */
  refusedLine = $state.raw<{ text: string; why: p.Error } | null>(null);
  /** The types of the commands sent from this page. */
  private readonly sentTypes = new Set<Intent["type"]>();
  private readonly onOnline = (): void => this.channel?.onOnline();
  private readonly replaceChannel = (): void => this.channel?.replace();
  private readonly onOffline = (): void => this.channel?.onOffline();
  private readonly onVisible = (): void => {
    if (!document.hidden) this.channel?.connectNow();
  };

  constructor(private readonly id: string) {
    this.state = unknownRoom(id);
    const pendingSeat = takePendingSeat(id);
    this.wantsSeat = pendingSeat !== null;
    this.requestedSeat = pendingSeat?.seat ?? null;
    addEventListener("online", this.onOnline);
    addEventListener("offline", this.onOffline);
    addEventListener("visibilitychange", this.onVisible);
    world.onAdmitted.add(this.replaceChannel);
    void this.enter();
  }

  /** Loads the record, then opens the socket for later events. */
  async enter(): Promise<void> {
    try {
      const record = await api.record(this.id);
      this.failure = null;
      this.state = restoreSavedMove(fromRecord(record, performance.now(), firstCommitment(this.id)));
      keepCommitment(this.id, record.commitment);
      this.recordRequested = this.state.phase === "finished";
    } catch (failure) {
      this.failure = failure instanceof ApiError ? failure : new ApiError("page", String(failure));
      return;
    }
    if (this.hasLeftPage || world.readOnly) return;
    if (isImported(this.state.summary)) {
      this.status = "open"; // there is nothing to wait for
      return;
    }
    const show = steadily((status) => {
      this.status = status;
      this.unsure ||= isLost(status);
    });
    this.channel = new Channel<p.RoomIn, p.RoomOut>(`/ws/games/${this.id}`, {
      openingMessages: () => this.openingMessages(),
      receive: (message) => this.receive(message),
      status: (status) => {
        this.isNew ||= status !== "open";
        this.serverStoppedAt = status === "stopped" ? (this.serverStoppedAt ?? performance.now()) : null;
        show(status);
      },
      dismissed: (reason) => this.dismissed(reason),
      isUrgent: () => this.state.you !== null && this.state.phase === "running" && !document.hidden,
    });
  }

  /** Leaves the page, but not the seat. */
  leave(): void {
    this.hasLeftPage = true;
    removeEventListener("online", this.onOnline);
    removeEventListener("offline", this.onOffline);
    removeEventListener("visibilitychange", this.onVisible);
    world.onAdmitted.delete(this.replaceChannel);
    clearTimeout(this.settlingTimer);
    this.absences.close();
    this.channel?.close();
  }

  /** Notes why the server has closed the connection for good. If the session has ended, the page looks on: it reads the game
   * again as everybody may see it, with no seat. */
  private dismissed(reason: string): void {
    this.dismissal = reason;
    if (dismissalOf(reason) !== "ended") return;
    world.signedOut();
    this.channel?.close();
    this.wantsSeat = false;
    saveMove(this.id, null);
    this.state = withoutSeat(this.state);
    void this.enter();
  }

  /** Reconnects after the server has closed the connection for good. */
  reconnect(): void {
    this.dismissal = null;
    this.channel?.reconnect();
  }

  /** Sends a command, or queues it without a connection or until all missed events have arrived. */
  send(intent: Intent): void {
    this.sentTypes.add(intent.type);
    const [state, frame] = command(this.state, intent, randomHex());
    this.setState(state);
    if (isSynced(state)) this.channel?.send(frame);
  }

  /** Whether this page has sent a command of this type. */
  hasSent(type: Intent["type"]): boolean {
    return this.sentTypes.has(type);
  }

  /** Sends a line of chat; returns false if not connected, without queueing the line. */
  say(text: string): boolean {
    const sent = this.channel?.send({ type: "chat", game: this.id, text }) ?? false;
    if (sent) [this.lastSaid, this.refusedLine] = [text, null];
    return sent;
  }

  /** Removes the notice. */
  dismissNotice(): void {
    this.state = { ...this.state, notice: null };
  }

  /** Fetches the record of a game that has ended in the meantime, for engines' reports, hidden moves and cards. It is fetched
   * once, and only when a user looks at earlier moves, so that spectators of the end do not all request it at once. */
  async readRecord(): Promise<void> {
    if (this.recordRequested || this.state.phase !== "finished") return;
    this.recordRequested = true;
    try {
      const record = await api.record(this.id);
      this.state = withRecord(this.state, record, performance.now()); // what has arrived meanwhile stays
    } catch {
      this.recordRequested = false;
    }
  }

  /** Requests all events again on a new connection, because a second hello on this one may be refused, and events that still
   * arrive on it do not fit the state. */
  private resync(): void {
    this.sentTypes.clear();
    this.recordRequested = false;
    this.channel?.replace();
  }

  private setState(state: RoomState): void {
    if (state.optimistic !== this.state.optimistic) saveMove(this.id, moveToSave(state));
    this.state = state;
  }

  private openingMessages(): p.RoomIn[] {
    const [state, frames] = helloMessages(this.state);
    this.state = state;
    return frames;
  }

  /** Handles the refusal of the last line of chat; returns whether no notice is needed. */
  private handleChatRefusal(message: p.RoomOut): boolean {
    if (message.type === "said" && world.isYou(message.name)) this.lastSaid = null;
    if (message.type !== "error" || message.id || this.lastSaid === null || !CHAT_REFUSALS.has(message.code)) return false;
    this.refusedLine = { text: this.lastSaid, why: message };
    this.lastSaid = null;
    return message.code !== "read_only";
  }

  private receive(message: p.RoomOut): void {
    if (message.type === "relocated") return this.channel?.follow(message.node);
    if (message.type === "welcome" && this.isNew) this.settle();
    if (message.type === "presence") this.absences.note(message.seats);
    if (this.handleChatRefusal(message)) return;
    const before = this.state;
    this.setState(update(before, message, performance.now()));
    if (isSynced(this.state) && this.state.optimistic === null) this.unsure = false;
    if (hasRewound(before, this.state)) return this.resync();
    for (const frame of commandsToSend(before, this.state)) this.channel?.send(frame);
    if (message.type === "error" && isResent(before, message)) this.sendLater(message.id);
    if (this.state.notice !== before.notice) this.endTakebackNotice();
    const hasSynced = !isSynced(before) && isSynced(this.state);
    if (hasSynced || message.type === "welcome" || message.type === "ack") this.sitDown();
    if (message.type === "finished" && this.state.you !== null) void this.readRecord();
  }

  private settle(): void {
    this.isNew = false;
    this.settling = true;
    clearTimeout(this.settlingTimer);
    this.settlingTimer = setTimeout(() => (this.settling = false), SETTLING_MS);
  }

  /** Removes the notice of a takeback after a while; other notices remain until they are dismissed. */
  private endTakebackNotice(): void {
    const { notice } = this.state;
    if (notice?.code !== TAKEN_BACK) return;
    setTimeout(() => {
      if (this.state.notice === notice) this.dismissNotice();
    }, TAKEBACK_MS);
  }

  /** Sends a command again after a while if it is still pending; a new connection would send it anyway. */
  private sendLater(id: string | null | undefined): void {
    setTimeout(() => {
      const frame = id ? this.state.pending.get(id) : undefined;
      if (frame && isSynced(this.state)) this.channel?.send(frame);
    }, RETRY_MS);
  }

  /** Takes a seat that is reserved for this user, or a free one if the user has asked for it; then sends `ready`. */
  private sitDown(): void {
    const { you, seats, phase, pending } = this.state;
    const takesSeat = this.wantsSeat && isSynced(this.state);
    if (takesSeat) this.wantsSeat = false;
    if (takesSeat && phase !== "open" && you === null) this.setState({ ...this.state, notice: newNotice(this.state, "seat_taken", "") });
    if (phase !== "open" || pending.size > 0) return;
    const reserved = seats.findIndex((seat) => !seat.player && world.isYou(seat.reserved));
    if (you === null && reserved >= 0) this.send({ type: "sit", seat: reserved });
    else if (you === null && takesSeat) this.takeFreeSeat();
    if (you !== null && seats[you]?.player && !seats[you].salt) this.send({ type: "ready", salt: randomHex() });
  }

  /** Takes a free seat. The command names it, because otherwise only a later event would tell which one it was. */
  private takeFreeSeat(): void {
    const free = this.state.seats.findIndex((view, seat) => isFree(view) && seat === (this.requestedSeat ?? seat));
    if (free >= 0) this.send({ type: "sit", seat: free });
    else this.setState({ ...this.state, notice: newNotice(this.state, "seat_taken", "") });
  }

  /** Whether the state of the clocks is unknown. While the server is stopped, it is known: they are stopped too. */
  get areClocksUncertain(): boolean {
    return this.status === "lost" || (this.status === "open" && this.unsure);
  }

  /** Whether it is this user's turn. */
  get isYourTurn(): boolean {
    return this.state.you !== null && seatToMove(this.state) === this.state.you;
  }
}

/** Restores the move that was pending when the page was left. */
function restoreSavedMove(state: RoomState): RoomState {
  const saved = savedMove(state.game);
  if (!saved) return state;
  const after = withSavedMove(state, saved);
  if (!after.optimistic) saveMove(state.game, null);
  return after;
}
