import type { BatchGeometry } from '@groma/geo';
import { keptRows } from './batch-cells.ts';
import { keepRows, toDrawBatch, type DrawBatch } from './draw-batch.ts';
import { joinArrays, joinGeometry } from './join-geometry.ts';

/** A batch of a layer whose features have geometry, and the unit that draws it. */
export interface UnitPart {
  id: string;
  batch: { fids: Int32Array; geometry: BatchGeometry | null };
}

interface Unit {
  id: string;
  parts: UnitPart[];
  rows: number;
  positions: number;
}

/** A unit takes no more once it has so many rows or positions: what an edit touches is drawn anew with its unit. */
const fullRows = 262_144;
const fullPositions = 262_144;

/**
 * Puts the batches of a layer together into units that are drawn as one, for each costs time in every frame, whatever
 * it holds. What comes first is drawn at once, and units grow with what is there already, so that a layer appears as it
 * comes.
 */
export class DrawUnits {
  readonly #units = new Map<string, Unit>();
  #open: Unit | null = null;
  #rows = 0;

  /** The unit that a batch will be drawn with. */
  idFor({ kind, size }: BatchGeometry, place: number): string {
    const geometry = this.#open?.parts[0]!.batch.geometry;
    return this.#open && geometry?.kind === kind && geometry.size === size ? this.#open.id : `${kind}-${place}`;
  }

  /** Takes a batch, and gives the units that are complete. */
  add(part: UnitPart): DrawBatch[] {
    const complete = this.#open && this.#open.id !== part.id ? this.finish() : [];
    const unit = this.#open ?? { id: part.id, parts: [], rows: 0, positions: 0 };
    if (!this.#open) this.#units.set(unit.id, unit);
    this.#open = unit;
    unit.parts.push(part);
    unit.rows += part.batch.fids.length;
    unit.positions += part.batch.geometry!.coordinates.length / part.batch.geometry!.size;
    return unit.rows >= Math.min(fullRows, this.#rows) || unit.positions >= fullPositions
      ? [...complete, ...this.finish()]
      : complete;
  }

  /** Gives the unit that waits for more. */
  finish(): DrawBatch[] {
    const unit = this.#open;
    if (!unit) return [];
    this.#open = null;
    this.#rows += unit.rows;
    return [drawn(unit, null)];
  }

  /** A unit without some features; it may be empty. */
  without(id: string, hidden: ReadonlySet<number>): DrawBatch {
    return drawn(this.#units.get(id)!, hidden);
  }

  /** A unit as it is drawn already; null for one that is not there, or waits for more. */
  again(id: string, hidden: ReadonlySet<number>): DrawBatch | null {
    const unit = this.#units.get(id);
    return unit && unit !== this.#open ? drawn(unit, hidden) : null;
  }
}

function drawn({ id, parts }: Unit, hidden: ReadonlySet<number> | null): DrawBatch {
  const kept = parts.map(({ batch }) => (hidden ? withoutHidden(batch, hidden) : batch));
  return toDrawBatch(
    id,
    joinGeometry(kept.map(({ geometry }) => geometry!)),
    joinArrays(
      Int32Array,
      kept.map(({ fids }) => fids),
    ),
  );
}

function withoutHidden(batch: UnitPart['batch'], hidden: ReadonlySet<number>): UnitPart['batch'] {
  const kept = keptRows(batch, hidden);
  return kept ? { fids: kept.map((row) => batch.fids[row]!), geometry: keepRows(batch.geometry!, kept) } : batch;
}
