/**
 * A button that goes away when it is pressed would lose the keyboard's focus to the page: the part of the page
 * in which it stands, which has `tabindex="-1"`, gets it instead.
 */
export function keepFocus(event: MouseEvent): void {
  const button = event.currentTarget;
  const byKeyboard = event.detail === 0;
  if (byKeyboard && button instanceof HTMLElement) button.closest<HTMLElement>('[tabindex="-1"]')?.focus();
}
