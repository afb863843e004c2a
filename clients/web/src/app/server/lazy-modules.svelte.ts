/**
 * Modules that are loaded when they are first asked for. Until then they are undefined; what asked is computed again
 * once they have come. What failed is tried again.
 */

import { SvelteMap, SvelteSet } from "svelte/reactivity";

import { retryLater } from "./retry";

export class LazyModules<T> {
  private readonly loaded = new SvelteMap<string, T>();
  private readonly failed = new SvelteSet<string>();
  private readonly requested = new Set<string>();

  constructor(private readonly loaders: Readonly<Record<string, () => Promise<T>>>) {}

  has(name: string): boolean {
    return Object.hasOwn(this.loaders, name);
  }

  get(name: string): T | undefined {
    if (!this.requested.has(name) && this.has(name)) void this.load(name);
    return this.loaded.get(name);
  }

  hasFailed(name: string): boolean {
    return this.failed.has(name);
  }

  private async load(name: string): Promise<void> {
    this.requested.add(name);
    try {
      const module = await this.loaders[name]?.();
      if (module) this.loaded.set(name, module);
      this.failed.delete(name);
    } catch {
      this.failed.add(name);
      retryLater(() => void this.load(name));
    }
  }
}
