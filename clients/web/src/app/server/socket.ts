/**
 * A WebSocket that reconnects after a loss, with exponential backoff, until it is closed. If the server announces that it
 * stops, or that another node has the room, it reconnects at once, because a successor is usually running already.
 *
 * If the server closes the connection because of something that the client does (`FINAL_CLOSE_CODES`), reconnecting would
 * have the same result, and two tabs would close each other's connections forever. Then only `reconnect` connects again.
 *
 * A network can disappear silently, and a browser may keep the dead connection for minutes. So every frame sent must be
 * followed by a received one in time, and after a long silence the opening messages are sent again as a probe.
 *
 * A server may have several nodes, one of which has the room. `follow` replaces a connection to another node by one that
 * the load balancer routes by the node's name, which is remembered while that node can be reached.
 *
 * The channel does not interpret messages. `openingMessages` returns those to send first on every new connection.
 */

import { FINAL_CLOSE_CODES, MAX_HOPS, RELOCATED, SERVICE_RESTART, SUBPROTOCOL } from "../../protocol";
import { atNode } from "../browser/router";

const INITIAL_WAIT_MS = 500;
const MAX_WAIT_MS = 8000;
/** The maximum wait while nodes still name a node that is gone; they will soon take over its rooms. */
const MAX_TAKEOVER_WAIT_MS = 1000;
/** The maximum wait while the user's clock may be running: two seconds with jitter. */
const URGENT_WAIT_MS = 1300;
/** Timeouts for connecting and for an answer. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 5000;
/** After this much silence, plus jitter, the connection is probed. */
const SILENCE_MS = 15_000;

/** Close codes, without a reason, of a server that stops or restarts. */
const RESTARTING: ReadonlySet<number> = new Set([1001, SERVICE_RESTART]);
/** Close codes after which another node is tried at once, though not repeatedly, because all nodes may be closing. */
const IMMEDIATE_RETRY_CODES: ReadonlySet<number> = new Set([SERVICE_RESTART, RELOCATED]);
const IMMEDIATE_RETRY_INTERVAL_MS = 10_000;

/** `stopped`: lost because the server has announced that it stops; `dismissed`: closed by the server for good. */
export type Status = "connecting" | "open" | "lost" | "stopped" | "dismissed" | "closed";

/** Whether the page is trying to reconnect. */
export function isLost(status: Status): boolean {
  return status === "lost" || status === "stopped";
}

/** The side effects of a channel; tests replace them. */
export interface Environment {
  connect(path: string): WebSocket;
  schedule(run: () => void, ms: number): () => void;
  /** The duration with random jitter. */
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
  /** The server has closed the connection for good; `reason`: the reason of the close frame. */
  dismissed(reason: string): void;
  /** Whether to reconnect as fast as possible, because the clock of the user may be running. */
  isUrgent?(): boolean;
}

export class Channel<In, Out> {
  private socket: WebSocket | null = null;
  private waitMs = INITIAL_WAIT_MS;
  private cancelRetry: (() => void) | null = null;
  /** Cancels the current timer, for an answer or for a probe. */
  private cancelDeadline: (() => void) | null = null;
  private awaitsAnswer = false;
  /** The connection was lost and is not back: further attempts do not change the status. */
  private wasLost = false;
  /** The server has announced that it stops, and has not been reached since. */
  private serverStopped = false;
  /** The browser has reported the network as lost, and nothing has been received since. */
  private isSuspect = false;
  private closed = false;
  /** The node that has the room, according to another node. */
  private node: string | null = null;
  /** The number of consecutive connections to nodes that named another one. */
  private hops = 0;
  /** Whether the current connection was ever open. */
  private wasOpen = false;
  /** When it last reconnected without a pause. */
  private lastImmediateRetryAt = -Infinity;

  constructor(
    private readonly path: string,
    private readonly handlers: Handlers<In, Out>,
    private readonly environment: Environment = browser,
  ) {
    this.open();
  }

  /** Sends a message; returns false if not connected. Messages that must not be lost belong in `openingMessages`. */
  send(message: In): boolean {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    if (!this.awaitsAnswer) this.setDeadline(ANSWER_MS, () => this.dropConnection());
    this.awaitsAnswer = true;
    return true;
  }

  /** The browser is online: connects, or probes the connection, at once. */
  onOnline(): void {
    if (this.cancelRetry) this.connectNow();
    else this.probe();
  }

  /** Skips the rest of the pause before reconnecting. */
  connectNow(): void {
    if (!this.cancelRetry) return;
    this.cancelRetry();
    this.open();
  }

  /** The browser is offline. A connection to this machine may still work, so it is probed, and counts as lost until an
   * answer arrives. */
  onOffline(): void {
    if (this.socket?.readyState !== 1) return;
    this.isSuspect = true;
    this.handlers.status("lost");
    this.probe();
  }

  /** Reconnects after the server has closed the connection for good. */
  reconnect(): void {
    if (this.closed || this.socket || this.cancelRetry) return;
    this.open();
  }

  /** Replaces the connection with a new one. */
  replace(): void {
    const before = this.socket;
    if (this.closed || !before) return;
    this.awaitsAnswer = this.isSuspect = false;
    this.open();
    before.close();
  }

  /** Connects to another node of the server, which has the room. After too many hops, or if this connection was meant for
   * that node and another one has answered, no node has the room for the moment, so it retries soon. */
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
    this.wasOpen = false;
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
    this.wasOpen = true;
    // The loss is over only when a message arrives: the node may just name another one that is gone.
    if (!this.wasLost) this.handlers.status("open");
    this.received();
    this.probe();
  }

  /** Sends the opening messages, unless an answer is due anyway: any received frame proves that the connection works. */
  private probe(): void {
    if (this.socket?.readyState !== 1 || this.awaitsAnswer) return;
    for (const message of this.handlers.openingMessages()) this.send(message);
  }

  private received(): void {
    this.awaitsAnswer = false;
    if (this.isSuspect) this.handlers.status("open");
    this.isSuspect = false;
    this.setDeadline(this.environment.jittered(SILENCE_MS), () => this.probe());
  }

  /** Sets the timer, replacing the previous one. */
  private setDeadline(ms: number, run: () => void): void {
    this.cancelDeadline?.();
    this.cancelDeadline = this.environment.schedule(() => {
      this.cancelDeadline = null;
      run();
    }, ms);
  }

  /** Treats the connection as dead, although no close has arrived. */
  private dropConnection(): void {
    const socket = this.socket;
    this.lost(1006, "");
    socket?.close();
  }

  private lost(code: number, reason: string, maxMs = MAX_WAIT_MS): void {
    this.socket = null;
    this.cancelDeadline?.();
    this.cancelDeadline = null;
    this.awaitsAnswer = this.isSuspect = false;
    if (this.closed) return;
    if (FINAL_CLOSE_CODES.has(code)) {
      this.handlers.status("dismissed");
      this.handlers.dismissed(reason);
      return;
    }
    this.wasLost = true;
    if (!this.wasOpen || code === SERVICE_RESTART) this.node = null;
    this.serverStopped ||= RESTARTING.has(code) && reason === "";
    this.handlers.status(this.serverStopped ? "stopped" : "lost");
    this.cancelRetry = this.environment.schedule(() => this.open(), this.nextWaitMs(code, maxMs));
  }

  private nextWaitMs(code: number, maxMs: number): number {
    const now = this.environment.now();
    if (IMMEDIATE_RETRY_CODES.has(code) && now - this.lastImmediateRetryAt >= IMMEDIATE_RETRY_INTERVAL_MS) {
      this.lastImmediateRetryAt = now;
      return 0;
    }
    const limitMs = this.handlers.isUrgent?.() ? Math.min(maxMs, URGENT_WAIT_MS) : maxMs;
    const ms = Math.min(this.waitMs, limitMs);
    this.waitMs = Math.min(2 * this.waitMs, maxMs);
    return this.environment.jittered(ms);
  }
}
