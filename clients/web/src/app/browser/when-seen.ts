/** A Svelte attachment that calls back once the element is in view, or nearly so: for lazy loading. */

const MARGIN = "100px";

export function whenSeen(onseen: () => void): (element: Element) => () => void {
  return (element) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        onseen();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
}
