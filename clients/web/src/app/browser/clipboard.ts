/**
 * Copies a text; returns false if the browser does not allow it. The clipboard API exists only on https and localhost, so
 * elsewhere the text selected in `field`, if given, is copied.
 */
export async function copyText(text: string, field?: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  field?.select();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return field !== undefined && document.execCommand("copy");
  }
}
