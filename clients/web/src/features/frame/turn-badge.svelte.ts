/** Shows that it is the user's turn outside the page: on the icon of the tab, and on that of an installed app. */

const ICON = { usual: "/favicon.svg", turn: new URL("./favicon-turn.svg", import.meta.url).href };

/** A delay, so that the move is drawn first: browsers may take longer for the badge than for the board. */
const DELAY_MS = 100;

/** Must be called while a component is initialised; the badge is removed with the component. */
export function showTurnBadge(isYourTurn: () => boolean): void {
  const isShown = $derived(isYourTurn());
  $effect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setBadge(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setTimeout(() => setBadge(false), DELAY_MS);
    };
  });
}

function setBadge(on: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.setAttribute("href", on ? ICON.turn : ICON.usual);
  // Browsers refuse this if the page is not installed.
  if ("setAppBadge" in navigator) void (on ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => undefined);
}
