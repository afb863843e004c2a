/** The pages by the name of their route, loaded on first use. */

import type { Component } from "svelte";

import type { Route } from "../../app/browser/router";
import { LazyModules } from "../../app/server/lazy-modules.svelte";

type PageName = Exclude<Route["page"], "missing">;
/** The props of a page are the rest of its route. */
type PageOf<Name extends PageName> = Component<Omit<Extract<Route, { page: Name }>, "page">>;
type Loaders = { [Name in PageName]: () => Promise<{ default: PageOf<Name> }> };

const loaders: Loaders = {
  play: () => import("../lobby/Play.svelte"),
  watch: () => import("../watch/Watch.svelte"),
  bots: () => import("../bots/Bots.svelte"),
  bot: () => import("../bots/BotPage.svelte"),
  person: () => import("../people/Profile.svelte"),
  leaders: () => import("../people/Leaders.svelte"),
  clubs: () => import("../clubs/Clubs.svelte"),
  club: () => import("../clubs/ClubPage.svelte"),
  lessons: () => import("../lessons/Lessons.svelte"),
  account: () => import("../account/Account.svelte"),
  class: () => import("../class/Class.svelte"),
  code: () => import("../class/FirstPassword.svelte"),
  history: () => import("../history/History.svelte"),
  books: () => import("../books/Books.svelte"),
  rules: () => import("../rules/Rules.svelte"),
  game: () => import("../play/Game.svelte"),
};

/** Any page; the caller passes the rest of the route as its props. */
type AnyPage = { default: Component<Record<string, unknown>> };

export const pages = new LazyModules(loaders as unknown as Record<PageName, () => Promise<AnyPage>>);
