/** What every page needs once: who we are, the catalogue, the lobby, the time. */

import { changedLobby } from "../core/lobby";
import type * as p from "../protocol";
import { ApiError, api } from "./api";
import { Channel, type Status } from "./socket";

const ASK_AGAIN_MS = 20_000;

class World {
  session = $state.raw<p.Session | null>(null);
  catalogue = $state.raw<p.Catalogue | null>(null);
  lobby = $state.raw<p.Lobby | null>(null);
  lobbyStatus = $state<Status>("connecting");
  /** The server's words when it has closed the lobby's connection for good. */
  dismissal = $state<string | null>(null);
  failure = $state.raw<ApiError | null>(null);
  /** Why nobody new can be taken in just now, though all can be watched. */
  turnedAway = $state.raw<ApiError | null>(null);
  /** Called when somebody who could only watch has become somebody. */
  readonly onSession = new Set<() => void>();
  private channel: Channel<p.LobbyIn, p.LobbyOut> | null = null;

  /** Becomes somebody, learns the games, enters the lobby. Can be called again after a failure. */
  async start(): Promise<void> {
    this.failure = null;
    try {
      this.session = await this.becomeSomebody();
      this.catalogue = await api.catalogue();
    } catch (failure) {
      this.failure = failure instanceof ApiError ? failure : new ApiError("page", String(failure));
      return;
    }
    if (this.mayOnlyRead) return this.readLobby();
    this.channel ??= new Channel<p.LobbyIn, p.LobbyOut>("/ws/lobby", {
      greet: () => [{ type: "watch", changes: true }],
      receive: (message) => {
        if (message.type === "lobby") this.lobby = message;
        else if (message.type === "lobby_changed" && this.lobby) this.lobby = changedLobby(this.lobby, message);
      },
      status: (status) => (this.lobbyStatus = status),
      dismissed: (reason) => (this.dismissal = reason),
    });
    addEventListener("online", () => this.channel?.hurry());
    addEventListener("offline", () => this.channel?.doubt());
  }

  /** Whether the server opens no socket for us and takes nothing from us. */
  get mayOnlyRead(): boolean {
    return this.turnedAway?.code === "banned";
  }

  /** The games that are on, as anybody may read them, and the bots of the catalogue. */
  private async readLobby(): Promise<void> {
    const running = await api.games({ state: "running" }).catch(() => null);
    this.lobby = { type: "lobby", open: [], running: running?.games ?? [], yours: [], bots: this.catalogue?.bots ?? [] };
  }

  /** Without an account, which a server whose disk is nearly full makes for nobody, one can watch;
   * and who is banned can read. */
  private async becomeSomebody(): Promise<p.Session | null> {
    try {
      return await api.session();
    } catch (failure) {
      if (!(failure instanceof ApiError && ["disk_low", "banned"].includes(failure.code))) throw failure;
      this.turnedAway = failure;
      if (failure.code === "disk_low") this.askAgain();
      return null;
    }
  }

  /** Asks now and then whether there is room again; then everything is entered as somebody. */
  private askAgain(): void {
    setTimeout(() => {
      void api.session().then(
        (session) => {
          [this.session, this.turnedAway] = [session, null];
          this.channel?.reopen();
          for (const enter of this.onSession) enter();
        },
        () => this.askAgain(),
      );
    }, ASK_AGAIN_MS);
  }

  /** Comes back to the lobby after a dismissal. */
  again(): void {
    this.dismissal = null;
    this.channel?.again();
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
