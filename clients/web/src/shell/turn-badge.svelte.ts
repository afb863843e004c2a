/** The mark that it is the user's turn, outside the page: on the tab's icon, and on that of an installed page. */

const ICON = { usual: "/favicon.svg", turn: new URL("../icons/favicon-turn.svg", import.meta.url).href };

/** Must be called while a component is made; the mark goes with it. */
export function showTurnBadge(isYourTurn: () => boolean): void {
  $effect(() => {
    mark(isYourTurn());
    return () => mark(false);
  });
}

function mark(on: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.setAttribute("href", on ? ICON.turn : ICON.usual);
  // Refused where the page is not installed; it is an addition only.
  if ("setAppBadge" in navigator) void (on ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => undefined);
}
