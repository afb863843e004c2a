/** The way back from the account page to where somebody was sent there. Pure. */

import { parseRoute } from "./router";

/** The path of the account page; after keeping a name or signing in, the page goes on to `back`. It is in the fragment,
 * because a link to a club has its code there, which no server may log. */
export function accountPath(back: string): string {
  return `/account#${new URLSearchParams({ back }).toString()}`;
}

/** The path to go on to; empty: none, or it is no page of this site. */
export function backIn(hash: string): string {
  const back = new URLSearchParams(hash.replace(/^#/, "")).get("back") ?? "";
  if (!/^\/(?![/\\])/.test(back)) return "";
  const { pathname, search, hash: fragment } = new URL(back, "http://site");
  return parseRoute(pathname).page === "missing" ? "" : pathname + search + fragment;
}

/** The account page with the way back to the page that is shown. */
export function accountFromHere(): string {
  return accountPath(location.pathname + location.search + location.hash);
}
