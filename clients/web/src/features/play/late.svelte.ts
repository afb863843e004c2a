/** Detects answers that are so late that the user should be told. */

const LATE_MS = 700;

/** `awaited`: the id of the request that is waiting; null: none. Must be called while a component is initialised. */
export function lateness(awaited: () => string | null): { readonly late: boolean } {
  let late = $state(false);
  // Derived, so that changes that leave the id the same do not restart the timer.
  const id = $derived(awaited());
  $effect(() => {
    late = false;
    if (id === null) return;
    const timer = setTimeout(() => (late = true), LATE_MS);
    return () => clearTimeout(timer);
  });
  return {
    get late() {
      return late;
    },
  };
}
