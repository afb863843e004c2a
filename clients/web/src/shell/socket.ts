/**
 * A WebSocket that comes back: after a loss it connects again, sooner or later, until closed.
 *
 * It knows nothing of the messages. `greet` says what goes out first on every new connection.
 */

export const SUBPROTOCOL = "zeitnot.v1";
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

export type Status = "connecting" | "open" | "lost" | "closed";

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
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  private opened(): void {
    this.wait = FIRST_WAIT_MS;
    this.handlers.status("open");
    for (const message of this.handlers.greet()) this.send(message);
  }

  private lost(): void {
    this.socket = null;
    if (this.closed) return;
    this.handlers.status("lost");
    this.cancel = this.world.later(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }
}
