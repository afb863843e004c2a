/** The pages by the name of their route, each loaded when it is first shown. */

import type { Component } from "svelte";

import type { Route } from "../core/router";
import { LazyModules } from "../shell/lazy-modules.svelte";

type PageName = Exclude<Route["page"], "missing">;
/** A page's properties are the rest of its route. */
type PageOf<Name extends PageName> = Component<Omit<Extract<Route, { page: Name }>, "page">>;
type Loaders = { [Name in PageName]: () => Promise<{ default: PageOf<Name> }> };

const loaders: Loaders = {
  play: () => import("./Play.svelte"),
  watch: () => import("./Watch.svelte"),
  bots: () => import("./Bots.svelte"),
  account: () => import("./Account.svelte"),
  history: () => import("./History.svelte"),
  books: () => import("./Books.svelte"),
  rules: () => import("./Rules.svelte"),
  game: () => import("./Game.svelte"),
};

/** Of any page: whoever shows it gives it the rest of its route. */
type AnyPage = { default: Component<Record<string, unknown>> };

export const pages = new LazyModules(loaders as unknown as Record<PageName, () => Promise<AnyPage>>);
