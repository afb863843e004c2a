/**
 * The faces, texts and rules of games, each loaded when it is first asked for. Until then it is undefined; what asked is
 * computed again once it has come.
 */

import { SvelteMap, SvelteSet } from "svelte/reactivity";

import type { Face } from "../boards/model";
import { faceLoaders, rulesLoaders, textLoaders } from "../games";
import type { GameTranslations } from "../texts";
import type { GameRules } from "../texts/game-rules";
import { retryLater } from "./retry";

class LazyModules<T> {
  private readonly loaded = new SvelteMap<string, T>();
  private readonly failed = new SvelteSet<string>();
  private readonly requested = new Set<string>();

  constructor(private readonly loaders: Readonly<Record<string, () => Promise<T>>>) {}

  has(game: string): boolean {
    return Object.hasOwn(this.loaders, game);
  }

  get(game: string): T | undefined {
    if (!this.requested.has(game) && this.has(game)) void this.load(game);
    return this.loaded.get(game);
  }

  hasFailed(game: string): boolean {
    return this.failed.has(game);
  }

  private async load(game: string): Promise<void> {
    this.requested.add(game);
    try {
      const module = await this.loaders[game]?.();
      if (module) this.loaded.set(game, module);
      this.failed.delete(game);
    } catch {
      this.failed.add(game);
      retryLater(() => void this.load(game));
    }
  }
}

const faces = new LazyModules<Face>(faceLoaders);
const texts = new LazyModules<GameTranslations>(textLoaders);
const rules = new LazyModules<GameRules>(rulesLoaders);

/** Whether the page can draw the game. */
export function hasFace(game: string): boolean {
  return faces.has(game);
}

/** The face of a game; undefined: it is being loaded, or there is none. */
export function faceOf(game: string): Face | undefined {
  return faces.get(game);
}

/** Whether the face could not be loaded; browsers may keep the failure until the page is loaded anew. */
export function faceFailed(game: string): boolean {
  return faces.hasFailed(game);
}

/** The texts that are the game's own; undefined: they are being loaded, or there are none. */
export function translationsOf(game: string): GameTranslations | undefined {
  return texts.get(game);
}

/** Whether the page has the rules of the game. */
export function hasRules(game: string): boolean {
  return rules.has(game);
}

/** The rules of a game; undefined: they are being loaded, or there are none. */
export function rulesOf(game: string): GameRules | undefined {
  return rules.get(game);
}

/** Whether the rules could not be loaded. */
export function rulesFailed(game: string): boolean {
  return rules.hasFailed(game);
}
