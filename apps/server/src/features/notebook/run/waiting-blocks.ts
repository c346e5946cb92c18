import { cellOf, setCell } from '@groma/model';
import type * as Y from 'yjs';
import type { QueueItem } from './queue-item.ts';

/**
 * Places in a long queue are kept exact for the next few only, as each change of one stays in the document; the others
 * keep the place they were given.
 */
const shortQueue = 10;
const exactPlaces = 3;

/** The blocks of a notebook that wait, in their order, with the places that their cells show. */
export class WaitingBlocks implements Iterable<QueueItem> {
  #items: QueueItem[] = [];

  get length(): number {
    return this.#items.length;
  }

  [Symbol.iterator](): Iterator<QueueItem> {
    return this.#items[Symbol.iterator]();
  }

  holds(codeId: string): boolean {
    return this.#items.some((item) => item.codeId === codeId);
  }

  push(...items: QueueItem[]): void {
    this.#items.push(...items);
  }

  /** Takes the next. */
  shift(): QueueItem | undefined {
    return this.#items.shift();
  }

  clear(): void {
    this.#items = [];
  }

  /** Takes those that are meant out of the queue, and gives them. */
  drop(isMeant: (item: QueueItem) => boolean): QueueItem[] {
    const dropped = this.#items.filter(isMeant);
    this.#items = this.#items.filter((item) => !isMeant(item));
    return dropped;
  }

  /** Has blocks that wait no longer say so, and the others their places. */
  release(doc: Y.Doc, dropped: readonly QueueItem[]): void {
    for (const { codeId } of dropped) {
      const cell = cellOf(doc, codeId);
      if (cell) setCell(cell, { status: 'idle', queuePlace: null });
    }
    this.numberNext(doc);
  }

  numberNext(doc: Y.Doc): void {
    this.number(doc, this.length > shortQueue ? exactPlaces : shortQueue);
  }

  /** Writes the places of the next ones, or of all. */
  number(doc: Y.Doc, count = this.length): void {
    for (const [i, { codeId }] of this.#items.slice(0, count).entries()) {
      const cell = cellOf(doc, codeId);
      if (cell) setCell(cell, { queuePlace: i + 1 });
    }
  }
}
