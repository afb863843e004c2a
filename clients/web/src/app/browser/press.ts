/** Helpers for buttons that appear and disappear. */

/** For this long after a button has appeared, a tap may have been meant for what was there before (ms). */
export const TAP_DELAY_MS = 500;

/**
 * Moves the keyboard focus from a button that disappears when pressed to the container with `tabindex="-1"`; otherwise
 * the focus would fall back to the page.
 */
export function keepFocus(event: MouseEvent): void {
  const button = event.currentTarget;
  const byKeyboard = event.detail === 0;
  if (byKeyboard && button instanceof HTMLElement) button.closest<HTMLElement>('[tabindex="-1"]')?.focus();
}
