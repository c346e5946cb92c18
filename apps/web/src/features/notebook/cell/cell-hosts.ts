import { cellOf, readCell, type NotebookOutput } from '@groma/model';
import type * as Y from 'yjs';

/** The place of a code block in the page, and what is to be drawn there. */
export interface CellHost { dom: HTMLElement; key: string; blockId: string; codeId: string }

/** Blocks that come in so many at once are drawn when they come near; fewer, such as an inserted one, at once. */
const fewBlocks = 8;
const fewOutputs = 40;
const firstBlocks = 2;
/** How far outside of what is in sight blocks are drawn. */
const nearPixels = 900;
/** What is near is drawn after this long even when the browser is never idle. */
const idleMs = 250;

/**
 * Which code blocks are drawn: those that have come near to what is in sight. Until then only the text of a block stands
 * in its place, in about the height it will take, so that a notebook of thousands of blocks opens at once and can be
 * searched. What was drawn stays.
 */
export class CellHosts {
  readonly #doc: Y.Doc;
  readonly #waiting = new Map<Element, CellHost>();
  #drawn: readonly CellHost[] = [];
  #newest: CellHost[] = [];
  #made = 0;
  #observers: IntersectionObserver[] = [];
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
    const host: CellHost = { dom, key: String(this.#made += 1), blockId, codeId };
    this.#waiting.set(dom, host);
    if (this.#newest.push(host) === 1) queueMicrotask(() => { this.#sort(); });
    return {
      dom,
      destroy: () => {
        this.#forget(dom);
        if (!this.#waiting.delete(dom)) this.#show(this.#drawn.filter((each) => each !== host));
      },
    };
  }

  /** Begins to watch what is in sight of the scrolling element; returns how to end it. */
  watch(root: Element | null): () => void {
    const observe = (margin: number, come: (places: Element[]) => void): IntersectionObserver => new IntersectionObserver((entries) => {
      come(entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target));
    }, { root, rootMargin: `${margin}px 0px` });
    // What is in sight is drawn at once; what is only near when nothing else is to be done.
    const observers = [observe(nearPixels, (places) => { this.#drawLater(places); }), observe(0, (places) => { this.#draw(places); })];
    this.#observers = observers;
    for (const dom of this.#waiting.keys()) for (const each of observers) each.observe(dom);
    return () => {
      for (const each of observers) each.disconnect();
      if (this.#observers === observers) this.#observers = [];
    };
  }

  /** Draws a block wherever it is, because the focus goes there. False when it is drawn already or unknown. */
  bring(blockId: string): boolean {
    for (const [dom, host] of this.#waiting) if (host.blockId === blockId) return this.#draw([dom]);
    return false;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => { this.#listeners.delete(listener); };
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
    if (come.length <= fewBlocks && outputCount(this.#doc, come) <= fewOutputs) return void this.#draw(come.map(({ dom }) => dom));
    // A notebook opens at its beginning: to be told what is in sight takes a frame, and a long one's first frame takes its time.
    const first = this.#drawn.length === 0 ? come.slice(0, firstBlocks) : [];
    if (outputCount(this.#doc, first) <= fewOutputs) this.#draw(first.map(({ dom }) => dom));
    for (const host of come.filter(({ dom }) => this.#waiting.has(dom))) {
      foretell(this.#doc, host);
      for (const each of this.#observers) each.observe(host.dom);
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
  const codeHeight = isCodeHidden ? 0 : code.split('\n').length * lineHeight;
  dom.style.minHeight = `${frameHeight + codeHeight + (isOutputHidden ? 26 : outputsHeight(outputs))}px`;
  dom.append(text);
}

function outputsHeight(outputs: readonly NotebookOutput[]): number {
  return outputs.reduce((sum, output) => sum + (output.kind === 'text' || output.kind === 'stderr' || output.kind === 'text/plain' ? Math.min(384, output.text.split('\n').length * lineHeight) : 160), outputs.length > 0 ? 30 : 0);
}
