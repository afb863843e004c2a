/**
 * Copies a text; false: the browser does not allow it. The clipboard API exists on https and localhost only; elsewhere
 * the text selected in `field`, if there is one, is copied.
 */
export async function copyText(text: string, field?: HTMLInputElement): Promise<boolean> {
  field?.select();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return field !== undefined && document.execCommand("copy");
  }
}
