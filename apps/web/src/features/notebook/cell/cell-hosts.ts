import { cellOf, readCell, type NotebookOutput } from '@groma/model';
import type * as Y from 'yjs';

/** The place of a code block in the page, and what is to be drawn there. */
export interface CellHost { dom: HTMLElement; key: string; blockId: string; codeId: string }

/** Blocks that come in so many at once are drawn when they come near; fewer, such as an inserted one, at once. */
const fewBlocks = 8;
const fewOutputs = 40;
/** How far outside of what is in sight blocks are drawn. */
const nearPixels = 900;

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
  #near: IntersectionObserver | null = null;
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
        this.#near?.unobserve(dom);
        if (!this.#waiting.delete(dom)) this.#show(this.#drawn.filter((each) => each !== host));
      },
    };
  }

  /** Begins to watch what is in sight of the scrolling element; returns how to end it. */
  watch(root: Element | null): () => void {
    const near = new IntersectionObserver((entries) => { this.#draw(entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target)); }, { root, rootMargin: `${nearPixels}px 0px` });
    this.#near = near;
    for (const dom of this.#waiting.keys()) near.observe(dom);
    return () => {
      near.disconnect();
      if (this.#near === near) this.#near = null;
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
    for (const host of come) {
      foretell(this.#doc, host);
      this.#near?.observe(host.dom);
    }
  }

  #draw(places: readonly Element[]): boolean {
    const hosts = places.flatMap((dom) => this.#waiting.get(dom) ?? []);
    if (hosts.length === 0) return false;
    for (const { dom } of hosts) {
      this.#waiting.delete(dom);
      this.#near?.unobserve(dom);
    }
    this.#show([...this.#drawn, ...hosts]);
    return true;
  }

  #show(drawn: readonly CellHost[]): void {
    this.#drawn = drawn;
    for (const listener of this.#listeners) listener();
  }
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
