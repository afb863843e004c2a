/**
 * A WebSocket that reconnects: after a loss it connects again, with growing pauses, until it is closed. A server that
 * says that it stops, or that another node has the room, has mostly a successor already: there it connects at once.
 *
 * When the server has ended the connection because of something that the client does (a close code of
 * `FINAL_CLOSE_CODES`), reconnecting would have the same result, and two tabs would close each other's
 * connections for ever: then only `reconnect` connects again.
 *
 * A network can disappear silently, and a browser then keeps the connection for minutes. So after every
 * frame sent one has to be received in time, and after a long silence the opening messages are sent again.
 *
 * A server may have several nodes, of which one has the room: then a connection to another one is replaced
 * (`follow`) by one that the balancer routes by the node's name. The name is kept while that node can be reached.
 *
 * It knows nothing of the messages. `openingMessages` says what is sent first on every new connection.
 */

import { FINAL_CLOSE_CODES, MAX_HOPS, RELOCATED, SERVICE_RESTART, SUBPROTOCOL } from "../../protocol";
import { atNode } from "../browser/router";

const INITIAL_WAIT_MS = 500;
const MAX_WAIT_MS = 8000;
/** While nodes answer and name one that has gone: they take its rooms over soon. */
const MAX_TAKEOVER_WAIT_MS = 1000;
/** The longest while the user's clock may run: two seconds with the jitter. */
const URGENT_WAIT_MS = 1300;
/** The connection is given up if connecting, or an answer, takes longer. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 5000;
/** After this silence, with jitter, the connection is probed. */
const SILENCE_MS = 15_000;

/** Close codes of a server that stops or restarts, if they come without a reason. */
const RESTARTING: ReadonlySet<number> = new Set([1001, SERVICE_RESTART]);
/** Close codes after which another node can be asked at once: but not one node after the other, which all close so. */
const MOVED_ON: ReadonlySet<number> = new Set([SERVICE_RESTART, RELOCATED]);
const IMMEDIATE_RETRY_INTERVAL_MS = 10_000;

/** `stopped`: the connection is lost because the server itself has stopped. */
export type Status = "connecting" | "open" | "lost" | "stopped" | "dismissed" | "closed";

/** Whether the page is trying to reconnect. */
export function isLost(status: Status): boolean {
  return status === "lost" || status === "stopped";
}

/** The side effects of a channel; tests replace them. */
export interface Environment {
  connect(path: string): WebSocket;
  schedule(run: () => void, ms: number): () => void;
  /** The duration lengthened at random. */
  jittered(ms: number): number;
  /** Monotonic ms. */
  now(): number;
}

export const browser: Environment = {
  connect: (path) => new WebSocket(new URL(path, location.href.replace(/^http/, "ws")), SUBPROTOCOL),
  schedule: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  jittered: (ms) => ms * (1 + Math.random() / 2),
  now: () => performance.now(),
};

export interface Handlers<In, Out> {
  openingMessages(): In[];
  receive(message: Out): void;
  status(status: Status): void;
  /** The server has closed the connection for good; `reason`: its close reason. */
  dismissed(reason: string): void;
  /** Whether every second without a connection counts. */
  isUrgent?(): boolean;
}

export class Channel<In, Out> {
  private socket: WebSocket | null = null;
  private waitMs = INITIAL_WAIT_MS;
  private cancelRetry: (() => void) | null = null;
  /** Cancels the timer of the present wait: for an answer, or before a silence is probed. */
  private cancelDeadline: (() => void) | null = null;
  private awaitsAnswer = false;
  /** Lost and not connected again: a further attempt does not change the status. */
  private wasLost = false;
  /** The server has announced that it stops, and has not been reached since. */
  private serverStopped = false;
  /** The browser has reported the network as lost, and nothing has been received since. */
  private suspect = false;
  private closed = false;
  /** The node that has the room, as another one has said. */
  private node: string | null = null;
  /** How many connections in a row were to a node that named another one. */
  private hops = 0;
  /** Whether the present connection was ever open. */
  private reached = false;
  /** When it connected again without a pause. */
  private lastImmediateRetryAt = -Infinity;

  constructor(
    private readonly path: string,
    private readonly handlers: Handlers<In, Out>,
    private readonly environment: Environment = browser,
  ) {
    this.open();
  }

  /** Sends now if connected; `openingMessages` has to send again what must not be lost. */
  send(message: In): boolean {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    if (!this.awaitsAnswer) this.setDeadline(ANSWER_MS, () => this.dropConnection());
    this.awaitsAnswer = true;
    return true;
  }

  /** The browser reports a network: connects, or probes the connection, at once. */
  onOnline(): void {
    if (this.cancelRetry) this.connectNow();
    else this.probe();
  }

  /** Ends a pause before connecting again. */
  connectNow(): void {
    if (!this.cancelRetry) return;
    this.cancelRetry();
    this.open();
  }

  /** The browser reports no network. A connection within this machine may still work: it is
   * probed, and counts as lost until an answer comes. */
  onOffline(): void {
    if (this.socket?.readyState !== 1) return;
    this.suspect = true;
    this.handlers.status("lost");
    this.probe();
  }

  /** Connects again after the server has closed the connection for good. */
  reconnect(): void {
    if (this.closed || this.socket || this.cancelRetry) return;
    this.open();
  }

  /** Replaces the connection by a new one. */
  replace(): void {
    const before = this.socket;
    if (this.closed || !before) return;
    this.awaitsAnswer = this.suspect = false;
    this.open();
    before.close();
  }

  /** Another node of the server has the room: connects to it. After too many of these in a row, or if that node was to
   * be reached and another one has answered, no node has it for the moment: tries again soon. */
  follow(node: string): void {
    const before = this.socket;
    if (this.closed || !before) return;
    const isGone = node === this.node;
    this.hops += 1;
    this.node = node;
    if (this.hops <= MAX_HOPS && !isGone) return this.replace();
    this.hops = 0;
    this.node = null;
    this.lost(1006, "", MAX_TAKEOVER_WAIT_MS);
    before.close();
  }

  /** Closes for good. */
  close(): void {
    this.closed = true;
    this.cancelRetry?.();
    this.cancelDeadline?.();
    this.socket?.close();
    this.handlers.status("closed");
  }

  private open(): void {
    this.cancelRetry = null;
    if (!this.wasLost) this.handlers.status("connecting");
    const socket = this.environment.connect(this.node === null ? this.path : atNode(this.path, this.node));
    this.socket = socket;
    this.reached = false;
    this.setDeadline(CONNECT_MS, () => this.dropConnection());
    socket.onopen = () => {
      if (this.socket === socket) this.opened();
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.received();
      this.handlers.receive(JSON.parse(String(event.data)) as Out);
      if (this.socket !== socket) return;
      this.hops = 0;
      this.waitMs = INITIAL_WAIT_MS;
      if (!this.wasLost) return;
      this.wasLost = this.serverStopped = false;
      this.handlers.status("open");
    };
    socket.onclose = ({ code, reason }) => {
      if (this.socket === socket) this.lost(code, reason);
    };
  }

  private opened(): void {
    this.reached = true;
    // A connection alone is not the end of a loss: another node may only name the one that has gone.
    if (!this.wasLost) this.handlers.status("open");
    this.received();
    this.probe();
  }

  /** Sends the opening messages, unless an answer is due anyway: any frame received shows that the connection works. */
  private probe(): void {
    if (this.socket?.readyState !== 1 || this.awaitsAnswer) return;
    for (const message of this.handlers.openingMessages()) this.send(message);
  }

  private received(): void {
    this.awaitsAnswer = false;
    if (this.suspect) this.handlers.status("open");
    this.suspect = false;
    this.setDeadline(this.environment.jittered(SILENCE_MS), () => this.probe());
  }

  /** Calls `run` after `ms`; replaces the previous deadline. */
  private setDeadline(ms: number, run: () => void): void {
    this.cancelDeadline?.();
    this.cancelDeadline = this.environment.schedule(() => {
      this.cancelDeadline = null;
      run();
    }, ms);
  }

  /** The connection is dead, though no close has arrived. */
  private dropConnection(): void {
    const socket = this.socket;
    this.lost(1006, "");
    socket?.close();
  }

  private lost(code: number, reason: string, maxMs = MAX_WAIT_MS): void {
    this.socket = null;
    this.cancelDeadline?.();
    this.cancelDeadline = null;
    this.awaitsAnswer = this.suspect = false;
    if (this.closed) return;
    if (FINAL_CLOSE_CODES.has(code)) {
      this.handlers.status("dismissed");
      this.handlers.dismissed(reason);
      return;
    }
    this.wasLost = true;
    if (!this.reached || code === SERVICE_RESTART) this.node = null;
    this.serverStopped ||= RESTARTING.has(code) && reason === "";
    this.handlers.status(this.serverStopped ? "stopped" : "lost");
    this.cancelRetry = this.environment.schedule(() => this.open(), this.nextWaitMs(code, maxMs));
  }

  private nextWaitMs(code: number, maxMs: number): number {
    const now = this.environment.now();
    if (MOVED_ON.has(code) && now - this.lastImmediateRetryAt >= IMMEDIATE_RETRY_INTERVAL_MS) {
      this.lastImmediateRetryAt = now;
      return 0;
    }
    const limitMs = this.handlers.isUrgent?.() ? Math.min(maxMs, URGENT_WAIT_MS) : maxMs;
    const ms = Math.min(this.waitMs, limitMs);
    this.waitMs = Math.min(2 * this.waitMs, maxMs);
    return this.environment.jittered(ms);
  }
}
