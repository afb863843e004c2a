/** Whether an answer is so late that the user is told. */

const LATE_MS = 700;

/** `awaited`: the id of what is waited for; null: nothing. To be called while a component is initialised. */
export function lateness(awaited: () => string | null): { readonly late: boolean } {
  let late = $state(false);
  $effect(() => {
    late = false;
    if (awaited() === null) return;
    const timer = setTimeout(() => (late = true), LATE_MS);
    return () => clearTimeout(timer);
  });
  return {
    get late() {
      return late;
    },
  };
}
