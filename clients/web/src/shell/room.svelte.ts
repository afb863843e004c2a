/** One room on the page: the headless state, its socket, and what goes out by itself. */

import { type Intent, command, greeting, keptMove, setFree, takenUp } from "../core/commands";
import { fromRecord, update, wentBack, withReports } from "../core/fold";
import { isResent } from "../core/pending";
import { type RoomState, synced, turn, unknownRoom } from "../core/room";
import type * as p from "../protocol";
import { ApiError, api } from "./api";
import { firstCommitment, keepCommitment } from "./commitments";
import { keepMove, moveKept } from "./kept";
import { Channel, type Status } from "./socket";
import { world } from "./world.svelte";

const RETRY_MS = 500;
/** With these a line of chat may be refused. */
const OF_CHAT: ReadonlySet<string> = new Set([
  "muted", "disk_low", "chat_full", "chat_closed", "too_fast", "not_seated", "not_signed_in", "read_only", "retry", "busy",
]);

/** A random word of `[0-9a-f]`: ids of commands, salts. */
export function randomWord(bytes = 12): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return [...values].map((value) => value.toString(16).padStart(2, "0")).join("");
}

export class RoomSession {
  state = $state.raw<RoomState>(unknownRoom(""));
  status = $state<Status>("connecting");
  /** The server's words when it has closed the connection for good. */
  dismissal = $state<string | null>(null);
  failure = $state.raw<ApiError | null>(null);
  private channel: Channel<p.RoomIn, p.RoomOut> | null = null;
  private left = false;
  /** Whether what engines reported need not be asked for any more. */
  private reported = false;
  /** What was said last, until it is heard or refused; a refusal of chat names no command. */
  private saying: string | null = null;
  /** A line that was refused, to be put back into its field, and why. */
  unsaid = $state.raw<{ text: string; why: p.Error } | null>(null);
  private readonly asked = new Set<Intent["type"]>();
  private readonly hurry = (): void => this.channel?.hurry();
  private readonly reopen = (): void => this.channel?.reopen();
  private readonly doubt = (): void => this.channel?.doubt();

  constructor(private readonly id: string) {
    this.state = unknownRoom(id);
    addEventListener("online", this.hurry);
    addEventListener("offline", this.doubt);
    world.onSession.add(this.reopen);
    void this.enter();
  }

  /** The record first, then the socket for what comes after it. */
  async enter(): Promise<void> {
    this.failure = null;
    try {
      const record = await api.record(this.id);
      this.state = withKept(fromRecord(record, performance.now(), firstCommitment(this.id)));
      keepCommitment(this.id, record.commitment);
      this.reported = this.state.phase === "finished";
    } catch (failure) {
      this.failure = failure instanceof ApiError ? failure : new ApiError("page", String(failure));
      return;
    }
    if (this.left || world.mayOnlyRead) return;
    this.channel = new Channel<p.RoomIn, p.RoomOut>(`/ws/games/${this.id}`, {
      greet: () => this.greet(),
      receive: (message) => this.receive(message),
      status: (status) => (this.status = status),
      dismissed: (reason) => (this.dismissal = reason),
    });
  }

  /** Leaves the page; the seat stays. */
  leave(): void {
    this.left = true;
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.doubt);
    world.onSession.delete(this.reopen);
    this.channel?.close();
  }

  /** Comes back after a dismissal. */
  again(): void {
    this.dismissal = null;
    this.channel?.again();
  }

  /** Sends a command; if the connection is down or new it goes out once we know what we missed. */
  tell(intent: Intent): void {
    this.asked.add(intent.type);
    const [state, frame] = command(this.state, intent, randomWord());
    this.becomes(state);
    if (synced(state)) this.channel?.send(frame);
  }

  /** Whether this very page has sent such a command. */
  hasAsked(type: Intent["type"]): boolean {
    return this.asked.has(type);
  }

  /** Says something; false: not connected, and nothing is kept. */
  say(text: string): boolean {
    const sent = this.channel?.send({ type: "chat", game: this.id, text }) ?? false;
    if (sent) [this.saying, this.unsaid] = [text, null];
    return sent;
  }

  /** The notice has been read. */
  hush(): void {
    this.state = { ...this.state, notice: null };
  }

  /** Reads what engines reported of a game that has ended since; once, and for whoever looks back:
   * a thousand who have watched the end need not all ask for it. */
  async readReports(): Promise<void> {
    if (this.reported || this.state.phase !== "finished") return;
    this.reported = true;
    try {
      this.state = withReports(this.state, await api.record(this.id));
    } catch {
      this.reported = false;
    }
  }

  /** Asks for the whole past, on a new connection: a second greeting on this one may be refused, and
   * what it still brings belongs to no state that is known. */
  private startAnew(): void {
    this.asked.clear();
    this.reported = false;
    this.channel?.reopen();
  }

  private becomes(state: RoomState): void {
    if (state.guess !== this.state.guess) keepMove(this.id, keptMove(state));
    this.state = state;
  }

  private greet(): p.RoomIn[] {
    const [state, frames] = greeting(this.state);
    this.state = state;
    return frames;
  }

  /** Whether this refuses what was said last. */
  private givesBack(message: p.RoomOut): boolean {
    if (message.type === "said" && message.name === world.session?.name) this.saying = null;
    if (message.type !== "error" || message.id || this.saying === null || !OF_CHAT.has(message.code)) return false;
    this.unsaid = { text: this.saying, why: message };
    this.saying = null;
    return message.code !== "read_only";
  }

  private receive(message: p.RoomOut): void {
    if (this.givesBack(message)) return;
    const before = this.state;
    this.becomes(update(before, message, performance.now()));
    if (wentBack(before, this.state)) return this.startAnew();
    for (const frame of setFree(before, this.state)) this.channel?.send(frame);
    if (message.type === "error" && isResent(before, message)) this.sendLater(message.id);
    const arrived = !synced(before) && synced(this.state);
    if (arrived || message.type === "welcome" || message.type === "ack") this.takeSeat();
    if (message.type === "finished" && this.state.you !== null) void this.readReports();
  }

  /** If it still has no answer by then; a new connection sends it by itself. */
  private sendLater(id: string | null | undefined): void {
    setTimeout(() => {
      const frame = id ? this.state.pending.get(id) : undefined;
      if (frame && synced(this.state)) this.channel?.send(frame);
    }, RETRY_MS);
  }

  /** Sits down where a seat is kept for us, and is ready once seated. */
  private takeSeat(): void {
    const { you, seats, phase, pending } = this.state;
    if (phase !== "open" || pending.size > 0) return;
    const name = world.session?.name;
    const kept = seats.findIndex((seat) => !seat.player && seat.reserved === name);
    if (you === null && kept >= 0) this.tell({ type: "sit", seat: kept });
    if (you !== null && seats[you]?.player && !seats[you].salt) this.tell({ type: "ready", salt: randomWord() });
  }

  /** Whether it is for us to move. */
  get mine(): boolean {
    return this.state.you !== null && turn(this.state) === this.state.you;
  }
}

/** The room with the move that was under way when the page was left. */
function withKept(state: RoomState): RoomState {
  const kept = moveKept(state.game);
  if (!kept) return state;
  const after = takenUp(state, kept);
  if (!after.guess) keepMove(state.game, null);
  return after;
}
