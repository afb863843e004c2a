/**
 * Modules that are loaded on first use. Until a module has loaded, `get` returns undefined; reactive callers run again
 * afterwards. Failed loads are retried.
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
