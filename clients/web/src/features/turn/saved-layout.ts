/** How the pieces of each game are arranged before it, in the tab's storage while the page is reloaded. */

import type { SavedLayout } from "./layout-editor.svelte";

export function savedLayout(game: string): SavedLayout {
  const key = `zeitnot.layout.${game}`;
  return {
    read() {
      try {
        return sessionStorage.getItem(key)?.split(" ") ?? null;
      } catch {
        return null; // a browser may refuse all storage
      }
    },
    write(pieces) {
      try {
        sessionStorage.setItem(key, pieces.join(" "));
      } catch {
        // The pieces are then arranged anew when the page is reloaded.
      }
    },
  };
}
