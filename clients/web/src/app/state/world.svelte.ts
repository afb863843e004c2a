/** The state that all pages share: the session, the catalogue, the lobby. */

import type * as p from "../../protocol";
import { store, stored } from "../browser/storage";
import { type Challenge, ownChallenges, withChallenge, withoutChallenge } from "../room/challenges";
import { applyLobbyChange, withFollowed } from "../room/lobby";
import { takesPeople } from "../room/takes";
import { ApiError, api } from "../server/api";
import { Channel, type Status } from "../server/socket";
import { steadily } from "../server/steady-status";
import { addName, readNames } from "../words/names";

const SESSION_RETRY_MS = 20_000;
const FORMER_NAMES = "former-names";
const TAKES_CHALLENGES = "challenges";

class World {
  session = $state.raw<p.Session | null>(null);
  catalogue = $state.raw<p.Catalogue | null>(null);
  lobby = $state.raw<p.Lobby | null>(null);
  /** The offset of the server's clock from this browser's (ms). */
  private serverAhead = 0;
  lobbyStatus = $state<Status>("connecting");
  /** Those whom the user follows; null: not known yet, or the user is a guest. */
  followed = $state.raw<readonly p.Followed[] | null>(null);
  /** Whether the next message has all of them; later ones have those of whom something has changed. */
  private followedAnew = true;
  /** The challenges that the user has not answered; some may be too old. */
  challenges = $state.raw<readonly Challenge[]>([]);
  /** Whether bots may ask this user for games. */
  takesChallenges = $state(stored(TAKES_CHALLENGES) === "on");
  /** The reason for which the server has closed the lobby connection for good; null: it has not. */
  dismissal = $state<string | null>(null);
  failure = $state.raw<ApiError | null>(null);
  /** Why the server gives this user no session for now, so that they can only watch. */
  admissionFailure = $state.raw<ApiError | null>(null);
  /** Called when a user who could only watch gets a session. */
  readonly onAdmitted = new Set<() => void>();
  /** Called with each message of the lobby. */
  readonly receivers = new Set<(message: p.LobbyOut) => void>();
  /** Return what else is sent first on each new connection to the lobby. */
  readonly openers = new Set<() => p.LobbyIn[]>();
  private channel: Channel<p.LobbyIn, p.LobbyOut> | null = null;

  /** Opens the session, loads the catalogue, enters the lobby. Can be called again after a failure. */
  async start(): Promise<void> {
    try {
      // Pages are shown when both have arrived, because their actions need the session.
      [this.session, this.catalogue] = await Promise.all([this.openSession(), api.catalogue()]);
      this.failure = null;
    } catch (failure) {
      this.failure = failure instanceof ApiError ? failure : new ApiError("page", String(failure));
      return;
    }
    if (this.readOnly) return this.readLobby();
    this.channel ??= new Channel<p.LobbyIn, p.LobbyOut>("/ws/lobby", {
      openingMessages: () => [this.watch(), ...[...this.openers].flatMap((messages) => messages())],
      receive: (message) => {
        if ("at" in message && message.at) this.serverAhead = message.at - Date.now();
        if (message.type === "invited") this.challenges = withChallenge(this.challenges, message);
        if ("yours" in message && message.yours) this.challenges = ownChallenges(this.challenges, message.yours);
        if (message.type === "followed") this.follow(message.people);
        if (message.type === "lobby") this.lobby = message;
        else if (message.type === "lobby_changed" && this.lobby) this.lobby = applyLobbyChange(this.lobby, message);
        for (const receive of this.receivers) receive(message);
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

  /** Sends a message to the lobby; without a connection it is lost. */
  send(message: p.LobbyIn): void {
    this.channel?.send(message);
  }

  private watch(): p.Watch {
    this.followedAnew = true;
    return { type: "watch", changes: true, ...(this.takesChallenges && { challenges: true }), ...(this.session?.kept && { followed: true, clubs: true }) };
  }

  private follow(people: readonly p.Followed[]): void {
    this.followed = withFollowed((!this.followedAnew && this.followed) || [], people);
    this.followedAnew = false;
  }

  /** Forgets somebody whom the user follows no longer. */
  unfollow(name: string): void {
    this.followed = this.followed?.filter((one) => one.name !== name) ?? null;
  }

  /** Sets whether bots may ask the user for games. */
  takeChallenges(on: boolean): void {
    this.takesChallenges = on;
    store(TAKES_CHALLENGES, on ? "on" : "off");
    this.channel?.send(this.watch());
  }

  /** Removes a challenge that the user accepts by opening the game. */
  accept(game: string): void {
    this.challenges = withoutChallenge(this.challenges, game);
  }

  decline(game: string, reason: p.DeclineReason = "generic"): void {
    this.accept(game);
    this.channel?.send({ type: "decline", game, reason });
  }

  /** Renames the guest. */
  async rename(name: string): Promise<void> {
    this.takeSession(await api.rename(name));
  }

  /** Takes the session of a sign-in or a kept name, with which the lobby is entered again. */
  signedIn(session: p.Session): void {
    this.takeSession(session);
    this.followed = null;
    this.admitted();
  }

  /** Takes a session. Games joined earlier keep the account's former name, so the browser remembers it. */
  private takeSession(session: p.Session): void {
    const { account, name } = this.session ?? session;
    this.session = session;
    if (account === session.account && name !== session.name) store(FORMER_NAMES, addName(stored(FORMER_NAMES), account, name));
  }

  /** Connects anew with a session, as a player. */
  private admitted(): void {
    const couldOnlyWatch = this.admissionFailure !== null;
    this.admissionFailure = null;
    this.channel?.replace();
    if (couldOnlyWatch) for (const run of this.onAdmitted) run();
  }

  /** The session has ended elsewhere: the page has no user until it is loaded again. */
  signedOut(): void {
    [this.session, this.followed, this.challenges] = [null, null, []];
    if (this.lobby) this.lobby = { ...this.lobby, yours: [] };
  }

  /** Whether this is the user's name, or a former one. */
  isYou(name: string | null | undefined): boolean {
    if (!this.session || !name) return false;
    return name === this.session.name || readNames(stored(FORMER_NAMES), this.session.account).includes(name);
  }

  /** Whether the server allows this user only to read. */
  get readOnly(): boolean {
    return this.admissionFailure?.code === "banned";
  }

  /** Reads a substitute for the lobby over HTTP: the running games, which are public, and the bots of the catalogue. */
  private async readLobby(): Promise<void> {
    const running = await api.games({ state: "running" }).catch(() => null);
    this.lobby = { type: "lobby", open: [], running: running?.games ?? [], yours: [], bots: this.catalogue?.bots ?? [] };
  }

  /** The session; null: the user can only watch (if the disk is nearly full, the server creates no accounts, and a closed
   * server has no guests), or only read (if banned). */
  private async openSession(): Promise<p.Session | null> {
    try {
      return await api.session();
    } catch (failure) {
      if (!(failure instanceof ApiError && ["disk_low", "banned", "join_closed"].includes(failure.code))) throw failure;
      this.admissionFailure = failure;
      if (failure.code === "disk_low") this.retrySession();
      return null;
    }
  }

  /** Requests a session until there is one; then all connections are replaced. */
  private retrySession(): void {
    setTimeout(() => {
      void api.session().then(
        (session) => {
          this.session = session;
          this.admitted();
        },
        () => this.retrySession(),
      );
    }, SESSION_RETRY_MS);
  }

  /** Reconnects to the lobby after the server has closed the connection for good. */
  reconnect(): void {
    this.dismissal = null;
    this.channel?.reconnect();
  }

  game(id: string): p.CatalogueGame | undefined {
    return this.catalogue?.games.find((game) => game.id === id);
  }

  /** The bots that are online and play this game with people. */
  bots(game: string): p.BotView[] {
    const online = this.lobby?.bots ?? this.catalogue?.bots ?? [];
    return online.filter((bot) => bot.plays.includes(game) && takesPeople(bot, game));
  }
}

export const world = new World();
