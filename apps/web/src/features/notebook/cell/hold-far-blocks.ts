/** As in cell.css: so many blocks are in the page from the start, more than any screen shows. */
const nearBlocks = 100;
/** Fewer code blocks than this cost nothing worth holding them back. */
const manyCells = 200;
/** Heights of what is not laid out: of a code block as in cell.css too, of any other about. */
const cellHeight = 300;
const otherHeight = 32;
/** Nobody meets but the first blocks for longer than this, whatever else is to be done. */
const longestHold = 5_000;

/**
 * Keeps what is far below out of the page while a long notebook opens: it would be styled before the first block can be
 * written in. Its height stands already. It comes when nothing else is to be done, or at once when somebody scrolls,
 * prints, or does anything but write in a block's code. Returns how to let it come.
 *
 * @param blocks how many blocks there are, and how many of them have code
 * @param busyUntil until when there is something else to do, by the clock of the page; it may move
 */
export function holdFarBlocks(
  root: HTMLElement,
  { blocks, cells }: { blocks: number; cells: number },
  busyUntil: () => number,
  whenIdle: (act: () => void) => void,
): () => void {
  if (cells < manyCells || blocks <= nearBlocks) return () => undefined;
  const held = blocks - nearBlocks;
  const heldCells = Math.max(0, Math.min(held, cells - nearBlocks));
  root.style.setProperty('--held', `${heldCells * cellHeight + (held - heldCells) * otherHeight}px`);
  root.dataset['holding'] = '';
  root.setAttribute('aria-busy', 'true');
  const last = performance.now() + longestHold;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    clearTimeout(timer);
    delete root.dataset['holding'];
    root.removeAttribute('aria-busy');
    root.style.removeProperty('--held');
    root.removeEventListener('scroll', release);
    removeEventListener('beforeprint', release);
    for (const kind of inputs) document.removeEventListener(kind, onInput, { capture: true });
  };
  const onInput = (event: Event) => {
    const isCommand = event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey);
    if (
      isCommand ||
      !(event.target instanceof Element && root.contains(event.target) && event.target.closest('.cell-code'))
    )
      release();
  };
  const look = () => {
    const wait = Math.min(busyUntil(), last) - performance.now();
    if (wait > 0) timer = setTimeout(look, wait);
    else whenIdle(release);
  };
  root.addEventListener('scroll', release, { passive: true });
  addEventListener('beforeprint', release);
  for (const kind of inputs) document.addEventListener(kind, onInput, { capture: true, passive: true });
  look();
  return release;
}

const inputs = ['pointerdown', 'keydown', 'wheel'] as const;
