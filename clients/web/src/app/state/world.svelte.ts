/** The state that all pages share: the session, the catalogue, the lobby. */

import type * as p from "../../protocol";
import { store, stored } from "../browser/storage";
import { applyLobbyChange } from "../room/lobby";
import { ApiError, api } from "../server/api";
import { Channel, type Status } from "../server/socket";
import { steadily } from "../server/steady-status";
import { addName, readNames } from "../words/names";

const SESSION_RETRY_MS = 20_000;
const FORMER_NAMES = "former-names";

class World {
  session = $state.raw<p.Session | null>(null);
  catalogue = $state.raw<p.Catalogue | null>(null);
  lobby = $state.raw<p.Lobby | null>(null);
  /** How far the server's clock is ahead of this browser's, ms. */
  private serverAhead = 0;
  lobbyStatus = $state<Status>("connecting");
  /** The server's close reason when it has closed the lobby's connection for good. */
  dismissal = $state<string | null>(null);
  failure = $state.raw<ApiError | null>(null);
  /** Why the server gives this user no session for now: everything can only be watched. */
  admissionFailure = $state.raw<ApiError | null>(null);
  /** Called when a user who could only watch has been given a session. */
  readonly onAdmitted = new Set<() => void>();
  private channel: Channel<p.LobbyIn, p.LobbyOut> | null = null;

  /** Opens the session, loads the catalogue, enters the lobby. Can be called again after a failure. */
  async start(): Promise<void> {
    try {
      // Shown together: what a page does needs the session.
      [this.session, this.catalogue] = await Promise.all([this.openSession(), api.catalogue()]);
      this.failure = null;
    } catch (failure) {
      this.failure = failure instanceof ApiError ? failure : new ApiError("page", String(failure));
      return;
    }
    if (this.readOnly) return this.readLobby();
    this.channel ??= new Channel<p.LobbyIn, p.LobbyOut>("/ws/lobby", {
      openingMessages: () => [{ type: "watch", changes: true }],
      receive: (message) => {
        if ("at" in message && message.at) this.serverAhead = message.at - Date.now();
        if (message.type === "lobby") this.lobby = message;
        else if (message.type === "lobby_changed" && this.lobby) this.lobby = applyLobbyChange(this.lobby, message);
      },
      status: steadily((status) => (this.lobbyStatus = status)),
      dismissed: (reason) => (this.dismissal = reason),
    });
    addEventListener("online", () => this.channel?.onOnline());
    addEventListener("offline", () => this.channel?.onOffline());
  }

  /** The server's clock, Unix ms. */
  serverNow(): number {
    return Date.now() + this.serverAhead;
  }

  /** Gives the guest another name. Games that it has joined keep the former one, which is remembered for them. */
  async rename(name: string): Promise<void> {
    const before = this.session;
    this.session = await api.rename(name);
    if (before && before.name !== this.session.name) store(FORMER_NAMES, addName(stored(FORMER_NAMES), before.account, before.name));
  }

  /** Whether this is the user's name, or was. */
  isYou(name: string | null | undefined): boolean {
    if (!this.session || !name) return false;
    return name === this.session.name || readNames(stored(FORMER_NAMES), this.session.account).includes(name);
  }

  /** Whether the server refuses this user's sockets and requests, except reading. */
  get readOnly(): boolean {
    return this.admissionFailure?.code === "banned";
  }

  /** Reads the running games, which are public, and the bots of the catalogue. */
  private async readLobby(): Promise<void> {
    const running = await api.games({ state: "running" }).catch(() => null);
    this.lobby = { type: "lobby", open: [], running: running?.games ?? [], yours: [], bots: this.catalogue?.bots ?? [] };
  }

  /** The session; null: the user can only watch (a server whose disk is nearly full makes no accounts), or only
   * read (banned). */
  private async openSession(): Promise<p.Session | null> {
    try {
      return await api.session();
    } catch (failure) {
      if (!(failure instanceof ApiError && ["disk_low", "banned"].includes(failure.code))) throw failure;
      this.admissionFailure = failure;
      if (failure.code === "disk_low") this.retrySession();
      return null;
    }
  }

  /** Requests a session again and again; with a session every connection is replaced. */
  private retrySession(): void {
    setTimeout(() => {
      void api.session().then(
        (session) => {
          [this.session, this.admissionFailure] = [session, null];
          this.channel?.replace();
          for (const run of this.onAdmitted) run();
        },
        () => this.retrySession(),
      );
    }, SESSION_RETRY_MS);
  }

  /** Connects to the lobby again after the server has closed the connection. */
  reconnect(): void {
    this.dismissal = null;
    this.channel?.reconnect();
  }

  game(id: string): p.CatalogueGame | undefined {
    return this.catalogue?.games.find((game) => game.id === id);
  }

  /** The bots that are online and play this game. */
  bots(game: string): p.BotView[] {
    const online = this.lobby?.bots ?? this.catalogue?.bots ?? [];
    return online.filter((bot) => bot.plays.includes(game));
  }
}

export const world = new World();
