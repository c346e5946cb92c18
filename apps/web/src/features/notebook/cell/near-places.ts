/** How far outside of what is in sight places count as near. */
const nearPixels = 900;

/** Places in a scrolling element of which those are asked for that come near to what is in sight. */
export interface Places { ordered(): readonly Element[]; take(near: readonly Element[]): void }

/**
 * Takes the places that are near now, and those that come near by scrolling, or because what is between has another height.
 * They are found by halves, so that thousands cost nothing while nothing moves. Returns how to end it.
 */
export function watchNear(root: HTMLElement, places: Places): { look(): void; end(): void } {
  const look = () => {
    const { top, bottom, height } = root.getBoundingClientRect();
    if (height === 0) return;
    const near = between(places.ordered(), top - nearPixels, bottom + nearPixels);
    if (near.length > 0) places.take(near);
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(root);
  if (root.firstElementChild) sizes.observe(root.firstElementChild);
  root.addEventListener('scroll', look, { passive: true });
  look();
  return {
    look,
    end: () => {
      sizes.disconnect();
      root.removeEventListener('scroll', look);
    },
  };
}

/** Of elements that stand below each other, those that reach into the part between two heights. */
function between(elements: readonly Element[], top: number, bottom: number): Element[] {
  let first = 0;
  for (let end = elements.length; first < end;) {
    const middle = (first + end) >> 1;
    if (elements[middle]!.getBoundingClientRect().bottom < top) first = middle + 1;
    else end = middle;
  }
  const found: Element[] = [];
  for (let at = first; at < elements.length && elements[at]!.getBoundingClientRect().top <= bottom; at += 1) found.push(elements[at]!);
  return found;
}
