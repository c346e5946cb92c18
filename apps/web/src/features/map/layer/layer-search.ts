import { BatchSearch, type BatchGeometry, type Bbox, type NearPosition, type SearchPlace } from '@groma/geo';
import { joinArrays } from './join-geometry.ts';

interface Searched {
  search: BatchSearch;
  fids: Int32Array;
  isBase: boolean;
}

/** Tells features that are there but not drawn; null where all are. */
export type IsUnseen = ((fid: number) => boolean) | null;

/**
 * Finds features of a layer by place, in the batches as they are held: those of the snapshot, and above them what edits
 * have added.
 */
export class LayerSearch {
  readonly #base: Searched[] = [];
  readonly #hidden: ReadonlySet<number>;
  #added: Searched[] = [];
  /** Searches of batches that an edit left alone are kept. */
  readonly #searches = new WeakMap<BatchGeometry, BatchSearch>();

  /** @param hidden rows of the snapshot that edits have taken away; followed as it changes */
  constructor(hidden: ReadonlySet<number>) {
    this.#hidden = hidden;
  }

  addBase(geometry: BatchGeometry, fids: Int32Array): void {
    this.#base.push({ search: new BatchSearch(geometry), fids, isBase: true });
  }

  setAdded(batches: readonly { geometry: BatchGeometry; fids: Int32Array }[]): void {
    this.#added = batches.map(({ geometry, fids }) => ({ search: this.#searchOf(geometry), fids, isBase: false }));
  }

  #searchOf(geometry: BatchGeometry): BatchSearch {
    const search = this.#searches.get(geometry) ?? new BatchSearch(geometry);
    this.#searches.set(geometry, search);
    return search;
  }

  /** The topmost feature at a place; null where there is none. `isUnseen` tells features that are not drawn. */
  topAt(place: SearchPlace, isUnseen: IsUnseen): number | null {
    for (const one of [...this.#added.toReversed(), ...this.#base.toReversed()]) {
      const row = one.search.topAt(place, this.#isHidden(one, isUnseen));
      if (row >= 0) return one.fids[row]!;
    }
    return null;
  }

  /** Ids of all features that share a point with a box. */
  within(box: Bbox, isUnseen: IsUnseen): Int32Array<ArrayBuffer> {
    const parts: Int32Array[] = [];
    for (const one of [...this.#base, ...this.#added]) {
      const rows = one.search.within(box);
      if (rows === 'none') continue;
      const isHidden = this.#isHidden(one, isUnseen);
      const fids = rows === 'all' ? one.fids : rows.map((row) => one.fids[row]!);
      parts.push(
        isHidden ? fids.filter((fid) => !(one.isBase && this.#hidden.has(fid)) && isUnseen?.(fid) !== true) : fids,
      );
    }
    return joinArrays(Int32Array, parts);
  }

  /** The nearest vertex, else edge, of features other than those left out. */
  nearest(place: SearchPlace, except: ReadonlySet<number>, isUnseen: IsUnseen): NearPosition | null {
    let best: NearPosition | null = null;
    for (const one of [...this.#base, ...this.#added]) {
      const isHidden = this.#isHidden(one, isUnseen);
      const found = one.search.nearest(place, (row) => except.has(one.fids[row]!) || isHidden?.(row) === true);
      if (found && (!best || isBetter(found, best))) best = found;
    }
    return best;
  }

  #isHidden({ fids, isBase }: Searched, isUnseen: IsUnseen): ((row: number) => boolean) | undefined {
    const isGone = isBase && this.#hidden.size > 0;
    return isGone || isUnseen
      ? (row) => (isGone && this.#hidden.has(fids[row]!)) || isUnseen?.(fids[row]!) === true
      : undefined;
  }
}

function isBetter(one: NearPosition, other: NearPosition): boolean {
  return one.kind === other.kind ? one.distance < other.distance : one.kind === 'vertex';
}
