/** The mark that it is the user's turn, outside the page: on the tab's icon, and on that of an installed page. */

const ICON = { usual: "/favicon.svg", turn: new URL("./favicon-turn.svg", import.meta.url).href };

/** The move is drawn first: browsers may take longer for the mark than for the board. */
const DELAY_MS = 100;

/** Must be called while a component is made; the mark goes with it. */
export function showTurnBadge(isYourTurn: () => boolean): void {
  const wanted = $derived(isYourTurn());
  $effect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => mark(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setTimeout(() => mark(false), DELAY_MS);
    };
  });
}

function mark(on: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.setAttribute("href", on ? ICON.turn : ICON.usual);
  // Refused where the page is not installed; it is an addition only.
  if ("setAppBadge" in navigator) void (on ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => undefined);
}
