/**
 * A WebSocket that comes back: after a loss it connects again, sooner or later, until closed.
 *
 * When the server has ended the connection because of something that we do (a close code of
 * `FOR_GOOD`), to come back by itself would only bring the same again, and two tabs would throw each
 * other out for ever: it waits until it is told to (`again`).
 *
 * It knows nothing of the messages. `greet` says what goes out first on every new connection.
 */

export const SUBPROTOCOL = "zeitnot.v1";
/** RFC 6455, 7.4.1: the fault is ours; docs/reference/errors.md says when the server uses which. */
const FOR_GOOD: ReadonlySet<number> = new Set([1002, 1003, 1007, 1008, 1009, 1010]);
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

export type Status = "connecting" | "open" | "lost" | "dismissed" | "closed";

/** What the socket needs of the world; the tests put their own in. */
export interface World {
  connect(path: string): WebSocket;
  later(run: () => void, ms: number): () => void;
}

export const browser: World = {
  connect: (path) => new WebSocket(new URL(path, location.href.replace(/^http/, "ws")), SUBPROTOCOL),
  later: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
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
    return true;
  }

  /** Connects at once instead of waiting: the network is said to be back. */
  hurry(): void {
    if (!this.cancel) return;
    this.cancel();
    this.open();
  }

  /** Connects again after a dismissal. */
  again(): void {
    if (this.closed || this.socket || this.cancel) return;
    this.open();
  }

  /** For good. */
  close(): void {
    this.closed = true;
    this.cancel?.();
    this.socket?.close();
    this.handlers.status("closed");
  }

  private open(): void {
    this.cancel = null;
    this.handlers.status("connecting");
    const socket = this.world.connect(this.path);
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => {
      if (this.socket === socket) this.handlers.receive(JSON.parse(String(event.data)) as Out);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.socket === socket) this.lost(code, reason);
    };
  }

  private opened(): void {
    this.wait = FIRST_WAIT_MS;
    this.handlers.status("open");
    for (const message of this.handlers.greet()) this.send(message);
  }

  private lost(code: number, reason: string): void {
    this.socket = null;
    if (this.closed) return;
    if (FOR_GOOD.has(code)) {
      this.handlers.status("dismissed");
      this.handlers.dismissed(reason);
      return;
    }
    this.handlers.status("lost");
    this.cancel = this.world.later(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }
}
