/** Whether an answer is so late that the user is told. */

const LATE_MS = 700;

/** `awaited`: the id of what is waited for; null: nothing. To be called while a component is initialised. */
export function lateness(awaited: () => string | null): { readonly late: boolean } {
  let late = $state(false);
  // Not begun anew by what leaves the id as it is.
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
