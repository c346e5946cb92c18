/**
 * Says on the page that blocks are being dragged, until the drag is over. Code editors and the frames of outputs then
 * let them pass (`blocks.css`): they would take what is dropped for text, or not see it at all. `onEnd` is called once,
 * after it.
 */
export function markBlockDrag(onEnd: () => void, page: Document = document): void {
  const { body } = page;
  body.dataset['blockDrag'] = '';
  const over = new AbortController();
  const end = () => {
    delete body.dataset['blockDrag'];
    over.abort();
    setTimeout(onEnd);
  };
  // The element that was dragged may be gone by the end, and its `dragend` with it; the pointer moves again only after
  // a drag.
  for (const type of ['dragend', 'drop', 'pointermove', 'pointerdown', 'keydown'])
    page.addEventListener(type, end, { signal: over.signal, capture: true });
}
