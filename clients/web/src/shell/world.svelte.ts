/** What every page needs once: who we are, the catalogue, the lobby, the time. */

import { changedLobby } from "../core/lobby";
import type * as p from "../protocol";
import { ApiError, api } from "./api";
import { Channel, type Status } from "./socket";

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
  }

  /** Without an account, which a server whose disk is nearly full makes for nobody, one can watch. */
  private async becomeSomebody(): Promise<p.Session | null> {
    try {
      return await api.session();
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.code === "disk_low")) throw failure;
      this.turnedAway = failure;
      return null;
    }
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
