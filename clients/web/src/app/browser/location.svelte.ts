/** The browser's URL as reactive state: one route, changed by links, by `go`, and by back and forward. */

import { type Route, parseRoute } from "./router";

function currentRoute(): Route {
  return parseRoute(location.pathname, location.search, location.hash);
}

/** Whether a link leads to another part of the current page; the browser follows it, and moves the focus there. */
function isWithinPage({ pathname, search, hash }: URL): boolean {
  return hash !== "" && pathname === location.pathname && search === location.search;
}

class Navigation {
  route = $state.raw<Route>(currentRoute());

  constructor() {
    addEventListener("popstate", () => (this.route = currentRoute()));
    document.addEventListener("click", (event) => this.follow(event));
  }

  /** Shows another page; `replace` replaces the browser's history entry. */
  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.route = currentRoute();
    if (!replace) scrollTo(0, 0);
  }

  /** Follows links to our own pages without a page load. */
  private follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlainClick || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || parseRoute(url.pathname).page === "missing" || isWithinPage(url)) return;
    event.preventDefault();
    this.go(url.pathname + url.search + url.hash);
  }
}

export const navigation = new Navigation();
