/**
 * A WebSocket that comes back: after a loss it connects again, sooner or later, until closed.
 *
 * When the server has ended the connection because of something that we do (a close code of
 * `FINAL_CLOSE_CODES`), to come back by itself would only bring the same again, and two tabs would throw each
 * other out for ever: it waits until it is told to (`again`).
 *
 * A network can go without a word, and a browser then keeps the connection for minutes. So every frame
 * sent has to be followed by one that comes, and after a long silence the greeting is said again.
 *
 * It knows nothing of the messages. `greet` says what goes out first on every new connection.
 */

import { FINAL_CLOSE_CODES, SUBPROTOCOL } from "../protocol";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
/** So long a connection may take to be made, and an answer to come, before the line is given up. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 5000;
/** After so long a silence the line is asked whether it still holds; not by all at the same time. */
const SILENCE_MS = 15_000;

/** Closes by a server that stops or starts anew; with a reason it means something else. */
const GOING: ReadonlySet<number> = new Set([1001, 1012]);

/** `away`: the connection is lost since the server itself has gone. */
export type Status = "connecting" | "open" | "lost" | "away" | "dismissed" | "closed";

/** Whether the page tries to come back. */
export function isLost(status: Status): boolean {
  return status === "lost" || status === "away";
}

/** What the socket needs of the world; the tests put their own in. */
export interface World {
  connect(path: string): WebSocket;
  later(run: () => void, ms: number): () => void;
  /** So long, or by chance somewhat longer. */
  about(ms: number): number;
}

export const browser: World = {
  connect: (path) => new WebSocket(new URL(path, location.href.replace(/^http/, "ws")), SUBPROTOCOL),
  later: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  about: (ms) => ms * (1 + Math.random() / 2),
};

export interface Handlers<In, Out> {
  greet(): In[];
  receive(message: Out): void;
  status(status: Status): void;
  /** Closed by the server for good, and why in its own words. */
  dismissed(reason: string): void;
}

export class Channel<In, Out> {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT_MS;
  private cancel: (() => void) | null = null;
  /** Ends the patience with the line as it is: with its silence, or with an answer that is due. */
  private calm: (() => void) | null = null;
  private answerDue = false;
  /** Lost, and not back yet: to try again is no news. */
  private missed = false;
  /** The server has said that it goes, and has not been there since. */
  private gone = false;
  /** The network is said to be away, and nothing has come since. */
  private doubted = false;
  private closed = false;

  constructor(
    private readonly path: string,
    private readonly handlers: Handlers<In, Out>,
    private readonly world: World = browser,
  ) {
    this.open();
  }

  /** Sends now if connected; what must not be lost is the caller's to greet with. */
  send(message: In): boolean {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    if (!this.answerDue) this.bear(ANSWER_MS, () => this.giveUp());
    this.answerDue = true;
    return true;
  }

  /** Connects, or asks the line, at once instead of waiting: the network is said to be back. */
  hurry(): void {
    if (!this.cancel) return this.ask();
    this.cancel();
    this.open();
  }

  /** The network is said to be away. A line to this very machine may hold all the same: it is asked,
   * and lost until it answers. */
  doubt(): void {
    if (this.socket?.readyState !== 1) return;
    this.doubted = true;
    this.handlers.status("lost");
    this.ask();
  }

  /** Connects again after a dismissal. */
  again(): void {
    if (this.closed || this.socket || this.cancel) return;
    this.open();
  }

  /** A new connection instead of this one, since we have become somebody else. */
  reopen(): void {
    const before = this.socket;
    if (this.closed || !before) return;
    this.answerDue = this.doubted = false;
    this.open();
    before.close();
  }

  /** For good. */
  close(): void {
    this.closed = true;
    this.cancel?.();
    this.calm?.();
    this.socket?.close();
    this.handlers.status("closed");
  }

  private open(): void {
    this.cancel = null;
    if (!this.missed) this.handlers.status("connecting");
    const socket = this.world.connect(this.path);
    this.socket = socket;
    this.bear(CONNECT_MS, () => this.giveUp());
    socket.onopen = () => {
      if (this.socket === socket) this.opened();
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.heard();
      this.handlers.receive(JSON.parse(String(event.data)) as Out);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.socket === socket) this.lost(code, reason);
    };
  }

  private opened(): void {
    this.wait = FIRST_WAIT_MS;
    this.missed = this.gone = false;
    this.handlers.status("open");
    this.heard();
    this.ask();
  }

  private ask(): void {
    if (this.socket?.readyState !== 1 || this.answerDue) return;
    for (const message of this.handlers.greet()) this.send(message);
  }

  private heard(): void {
    this.answerDue = false;
    if (this.doubted) this.handlers.status("open");
    this.doubted = false;
    this.bear(this.world.about(SILENCE_MS), () => this.ask());
  }

  /** Waits so long for something else to happen. */
  private bear(ms: number, then: () => void): void {
    this.calm?.();
    this.calm = this.world.later(() => {
      this.calm = null;
      then();
    }, ms);
  }

  /** The line is dead, though nobody has said so. */
  private giveUp(): void {
    const socket = this.socket;
    this.lost(1006, "");
    socket?.close();
  }

  private lost(code: number, reason: string): void {
    this.socket = null;
    this.calm?.();
    this.calm = null;
    this.answerDue = this.doubted = false;
    if (this.closed) return;
    if (FINAL_CLOSE_CODES.has(code)) {
      this.handlers.status("dismissed");
      this.handlers.dismissed(reason);
      return;
    }
    this.missed = true;
    this.gone ||= GOING.has(code) && reason === "";
    this.handlers.status(this.gone ? "away" : "lost");
    this.cancel = this.world.later(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }
}
