/** Whether something has been waited for so long that the user is told. */

const LATE_MS = 700;

/** `awaited`: what is waited for, another text each time; null: nothing. To be called while a component is made. */
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
