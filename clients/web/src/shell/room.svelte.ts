/** One room on the page: the headless state, its socket, and what goes out by itself. */

import { RESENT, type Intent, type RoomState, command, fromRecord, greeting, turn, unknownRoom, update } from "../core/room";
import type * as p from "../protocol";
import { ApiError, api } from "./api";
import { Channel, type Status } from "./socket";
import { world } from "./world.svelte";

const RETRY_MS = 500;

/** A random word of `[0-9a-f]`: ids of commands, salts. */
export function randomWord(bytes = 12): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return [...values].map((value) => value.toString(16).padStart(2, "0")).join("");
}

export class RoomSession {
  state = $state.raw<RoomState>(unknownRoom(""));
  status = $state<Status>("connecting");
  failure = $state.raw<ApiError | null>(null);
  private channel: Channel<p.RoomIn, p.RoomOut> | null = null;
  private left = false;
  private readonly asked = new Set<Intent["type"]>();
  private readonly hurry = (): void => this.channel?.hurry();

  constructor(private readonly id: string) {
    this.state = unknownRoom(id);
    addEventListener("online", this.hurry);
    void this.enter();
  }

  /** The record first, then the socket for what comes after it. */
  async enter(): Promise<void> {
    this.failure = null;
    try {
      const record = await api.record(this.id);
      this.state = fromRecord(record, performance.now());
    } catch (failure) {
      this.failure = failure instanceof ApiError ? failure : new ApiError("page", String(failure));
      return;
    }
    if (this.left) return;
    this.channel = new Channel<p.RoomIn, p.RoomOut>(`/ws/games/${this.id}`, {
      greet: () => greeting(this.state),
      receive: (message) => this.receive(message),
      status: (status) => (this.status = status),
    });
  }

  /** Leaves the page; the seat stays. */
  leave(): void {
    this.left = true;
    removeEventListener("online", this.hurry);
    this.channel?.close();
  }

  /** Sends a command; if the connection is down it goes out with the next one. */
  tell(intent: Intent): void {
    this.asked.add(intent.type);
    const [state, frame] = command(this.state, intent, randomWord());
    this.state = state;
    this.channel?.send(frame);
  }

  /** Whether this very page has sent such a command. */
  hasAsked(type: Intent["type"]): boolean {
    return this.asked.has(type);
  }

  /** Says something; false: not connected, and nothing is kept. */
  say(text: string): boolean {
    return this.channel?.send({ type: "chat", game: this.id, text }) ?? false;
  }

  private receive(message: p.RoomOut): void {
    this.state = update(this.state, message, performance.now());
    if (message.type === "error" && RESENT.has(message.code)) this.again(message.id);
    if (message.type === "welcome" || message.type === "ack") this.takeSeat();
  }

  private again(id: string | null | undefined): void {
    const frame = id ? this.state.pending.get(id) : undefined;
    if (frame) setTimeout(() => this.channel?.send(frame), RETRY_MS);
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
