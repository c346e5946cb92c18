/** A step of the tour: the key of its texts (`tour.map.title`, `tour.map.text`), and what it points at. */
export interface TourStep {
  key: 'map' | 'data' | 'notebook' | 'query' | 'publish';
  /** The thing itself, as it stands in the page; the first one that is seen. */
  selector: string;
  /** Where the card stands, in a language from left to right. */
  position: 'bottom-start' | 'right-start';
}

const steps: readonly TourStep[] = [
  { key: 'map', selector: '.map-toolbar', position: 'bottom-start' },
  { key: 'data', selector: '.rail-button[data-drawer="files"]', position: 'right-start' },
  { key: 'notebook', selector: '.notebook-bar', position: 'bottom-start' },
  { key: 'query', selector: '.rail-button[data-drawer="databases"]', position: 'right-start' },
  { key: 'publish', selector: '.top-bar-project', position: 'bottom-start' },
];

/** The thing that a step points at; undefined where it cannot be seen. */
export function anchorOf({ selector }: TourStep): Element | undefined {
  return [...document.querySelectorAll(selector)].find((element) => {
    const { width, height, right, bottom, left, top } = element.getBoundingClientRect();
    // A map behind another tab keeps its place.
    return (
      getComputedStyle(element).visibility !== 'hidden' &&
      width > 0 &&
      height > 0 &&
      right > 0 &&
      bottom > 0 &&
      left < innerWidth &&
      top < innerHeight
    );
  });
}

/** The steps whose things are there now. */
export function presentSteps(): TourStep[] {
  return steps.filter((step) => anchorOf(step) !== undefined);
}
