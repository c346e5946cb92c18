import { cellOf, notebookCells, notebookFragment, readCell, type NotebookOutput } from '@groma/model';
import * as Y from 'yjs';
import { holdFarBlocks } from './hold-far-blocks.ts';

/** The place of a code block in the page, and what is to be drawn there. */
export interface CellHost {
  dom: HTMLElement;
  key: string;
  blockId: string;
  codeId: string;
}

/** Blocks that come in so many at once are drawn when they come near; fewer, such as an inserted one, at once. */
const fewBlocks = 8;
const fewOutputs = 40;
const drawnAtOnce = 2;
/** How far outside of what is in sight blocks are drawn. */
const nearPixels = 900;
/** What is near is drawn after this long even when the browser is never idle. */
const idleMs = 250;
/**
 * Nothing is drawn that is not in sight until this long after the notebook was opened, or its person clicked or typed:
 * that comes first.
 */
const openMs = 800;
const calmMs = 400;

/**
 * Which code blocks are drawn: those that have come near to what is in sight. Until then only the text of a block
 * stands in its place, in about the height it will take, so that a notebook of thousands of blocks opens at once and
 * can be searched. What was drawn stays.
 */
export class CellHosts {
  readonly #doc: Y.Doc;
  readonly #waiting = new Map<Element, CellHost>();
  #drawn: readonly CellHost[] = [];
  #newest: CellHost[] = [];
  #made = 0;
  /** Of what is near, and of what is in sight. */
  #observers: IntersectionObserver[] = [];
  #busyUntil = 0;
  /** Lets the blocks come that are far below, while they are held back. */
  #release: () => void = () => undefined;
  /** Places that are near, but not in sight. */
  readonly #coming = new Set<Element>();
  #isDrawing = false;
  readonly #listeners = new Set<() => void>();

  constructor(doc: Y.Doc) {
    this.#doc = doc;
  }

  /** Makes the place of a block; `destroy` when the block has gone. */
  make(blockId: string, codeId: string): { dom: HTMLElement; destroy(): void } {
    const dom = document.createElement('div');
    dom.className = 'cell-host';
    const host: CellHost = { dom, key: String((this.#made += 1)), blockId, codeId };
    this.#waiting.set(dom, host);
    if (this.#newest.push(host) === 1)
      queueMicrotask(() => {
        this.#sort();
      });
    // Already now, before somebody asks for the size of anything: the page would be laid out with all blocks in it.
    if (this.#newest.length > fewBlocks) foretell(this.#doc, host);
    return {
      dom,
      destroy: () => {
        this.#forget(dom);
        if (!this.#waiting.delete(dom)) this.#show(this.#drawn.filter((each) => each !== host));
      },
    };
  }

  /**
   * Keeps what is far below out of the page until there is time; to be called before there is an editor in it. Returns
   * how to end it.
   */
  hold(root: Element | null): () => void {
    const first = notebookFragment(this.#doc).firstChild;
    const blocks = first instanceof Y.XmlElement ? first.length : 0;
    this.#busyUntil = performance.now() + openMs;
    if (root instanceof HTMLElement)
      this.#release = holdFarBlocks(
        root,
        { blocks, cells: notebookCells(this.#doc).size },
        () => this.#busyUntil,
        whenIdle,
      );
    return () => {
      this.#release();
    };
  }

  /** Begins to watch what is in sight of the scrolling element; returns how to end it. */
  watch(root: Element | null): () => void {
    const observe = (margin: number, come: (entries: IntersectionObserverEntry[]) => void): IntersectionObserver =>
      new IntersectionObserver(
        (entries) => {
          come(entries.filter(({ isIntersecting }) => isIntersecting));
        },
        { root, rootMargin: `${margin}px 0px` },
      );
    // Each place is looked at in every frame in which something moves: thousands by one observer only, and by the other
    // what is near.
    const sight = observe(0, (entries) => {
      this.#draw(entries.map(({ target }) => target));
    });
    const near = observe(nearPixels, (entries) => {
      this.#draw(entries.filter(isInSight).map(({ target }) => target));
      const others = entries.flatMap(({ target }) => (this.#waiting.has(target) ? [target] : []));
      for (const each of others) sight.observe(each);
      this.#drawLater(others);
    });
    this.#observers = [near, sight];
    for (const dom of this.#waiting.keys()) near.observe(dom);
    const busy = () => {
      this.#busyUntil = Math.max(this.#busyUntil, performance.now() + calmMs);
    };
    for (const kind of inputs) root?.addEventListener(kind, busy, { capture: true, passive: true });
    return () => {
      near.disconnect();
      sight.disconnect();
      for (const kind of inputs) root?.removeEventListener(kind, busy, { capture: true });
      if (this.#observers[0] === near) this.#observers = [];
    };
  }

  /** Draws a block wherever it is, because the focus goes there. False when it is drawn already or unknown. */
  bring(blockId: string): boolean {
    for (const [dom, host] of this.#waiting) {
      if (host.blockId !== blockId) continue;
      this.#release();
      return this.#draw([dom]);
    }
    return false;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly drawn = (): readonly CellHost[] => this.#drawn;

  /** Takes away what stood for a block until it was drawn. */
  clear({ dom }: CellHost): void {
    dom.style.minHeight = '';
    dom.querySelector('.cell-coming')?.remove();
  }

  #sort(): void {
    const come = this.#newest.filter(({ dom }) => this.#waiting.has(dom));
    this.#newest = [];
    if (come.length <= fewBlocks && outputCount(this.#doc, come) <= fewOutputs)
      return void this.#draw(come.map(({ dom }) => dom));
    // A notebook opens at its beginning: to be told what is in sight takes a frame, and a long one's first frame takes
    // its time.
    const first = this.#drawn.length === 0 ? come.slice(0, drawnAtOnce) : [];
    if (outputCount(this.#doc, first) <= fewOutputs) this.#draw(first.map(({ dom }) => dom));
    for (const host of come.filter(({ dom }) => this.#waiting.has(dom))) {
      if (!host.dom.hasChildNodes()) foretell(this.#doc, host);
      this.#observers[0]?.observe(host.dom);
    }
  }

  #draw(places: readonly Element[]): boolean {
    const hosts = places.flatMap((dom) => this.#waiting.get(dom) ?? []);
    if (hosts.length === 0) return false;
    for (const { dom } of hosts) {
      this.#waiting.delete(dom);
      this.#forget(dom);
    }
    this.#show([...this.#drawn, ...hosts]);
    return true;
  }

  #drawLater(places: readonly Element[]): void {
    for (const dom of places) if (this.#waiting.has(dom)) this.#coming.add(dom);
    if (this.#isDrawing || this.#coming.size === 0) return;
    this.#isDrawing = true;
    const wait = this.#busyUntil - performance.now();
    if (wait > 0) {
      setTimeout(() => {
        this.#isDrawing = false;
        this.#drawLater([]);
      }, wait);
      return;
    }
    whenIdle(() => {
      this.#isDrawing = false;
      const [next] = this.#coming;
      if (next) this.#draw([next]);
      this.#drawLater([]);
    });
  }

  #forget(dom: Element): void {
    this.#coming.delete(dom);
    for (const each of this.#observers) each.unobserve(dom);
  }

  #show(drawn: readonly CellHost[]): void {
    this.#drawn = drawn;
    for (const listener of this.#listeners) listener();
  }
}

const inputs = ['pointerdown', 'keydown'] as const;

/** Whether a place that is near is in sight: its root is what is in sight and what is near. */
function isInSight({ boundingClientRect: { top, bottom }, rootBounds }: IntersectionObserverEntry): boolean {
  return rootBounds !== null && bottom > rootBounds.top + nearPixels && top < rootBounds.bottom - nearPixels;
}

/** Not every browser says when it is idle. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: idleMs });
  else setTimeout(work, idleMs);
}

function outputCount(doc: Y.Doc, hosts: readonly CellHost[]): number {
  return hosts.reduce((sum, { codeId }) => {
    const cell = cellOf(doc, codeId);
    return sum + (cell ? readCell(cell).outputs.length : 0);
  }, 0);
}

const lineHeight = 19;
const frameHeight = 60;

/** Puts the code as plain text in the place of a block, in about the height that the block will have. */
function foretell(doc: Y.Doc, { dom, codeId }: CellHost): void {
  const cell = cellOf(doc, codeId);
  if (!cell) return;
  const { code, outputs, isCodeHidden, isOutputHidden } = readCell(cell);
  const text = document.createElement('pre');
  text.className = 'cell-coming';
  text.textContent = isCodeHidden ? '' : code;
  const codeHeight = isCodeHidden ? 0 : lineCount(code) * lineHeight;
  dom.style.minHeight = `${frameHeight + codeHeight + (isOutputHidden ? 26 : outputsHeight(outputs))}px`;
  dom.append(text);
}

/** Lines of an output beyond which it has a scrollbar of its own. */
const mostLines = 20;

function outputsHeight(outputs: readonly NotebookOutput[]): number {
  return outputs.reduce(
    (sum, output) =>
      sum +
      (output.kind === 'text' || output.kind === 'stderr' || output.kind === 'text/plain'
        ? Math.min(384, lineCount(output.text, mostLines + 1) * lineHeight)
        : 160),
    outputs.length > 0 ? 30 : 0,
  );
}

function lineCount(text: string, most = Infinity): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1 && count < most; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
