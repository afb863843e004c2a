/** What pressing a button needs. */

/** For this long after something new has appeared, a tap may have been meant for what was there before (ms). */
export const TAP_DELAY_MS = 500;

/**
 * Moves the keyboard's focus from a button that disappears when it is pressed to its container with
 * `tabindex="-1"`; otherwise it would fall back to the page.
 */
export function keepFocus(event: MouseEvent): void {
  const button = event.currentTarget;
  const byKeyboard = event.detail === 0;
  if (byKeyboard && button instanceof HTMLElement) button.closest<HTMLElement>('[tabindex="-1"]')?.focus();
}
