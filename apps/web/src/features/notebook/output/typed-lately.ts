/** Who has typed so little ago is still writing. */
const writingMs = 1_500;
let lastTyped = -Infinity;

document.addEventListener(
  'input',
  ({ target }) => {
    // Who answers what code asks is there for its next question.
    if (target instanceof Element && target.closest('.output-input')) return;
    lastTyped = performance.now();
  },
  { capture: true, passive: true },
);

/** Whether the person at this page is writing something now. */
export function hasTypedLately(): boolean {
  return performance.now() - lastTyped < writingMs;
}
