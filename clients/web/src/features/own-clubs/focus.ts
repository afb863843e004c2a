import { tick } from "svelte";

/** Moves the focus to `target` if the element that had it is gone after an action, so that the keyboard and readers go on
 * there. */
export async function keepFocus(target: HTMLElement | undefined): Promise<void> {
  await tick();
  if (!document.activeElement || document.activeElement === document.body) target?.focus({ preventScroll: true });
}
