import Flatbush from 'flatbush';
import type { GeometryKind } from '../geometry.ts';
import type { Geos, Handle } from './geos.ts';
import { extentOf } from './row-extent.ts';
import type { RowOf } from './tool-output.ts';
import { collectBatches, positionRange, type GeometryBatch } from './tool-run.ts';
import type { ToolTable } from './tool-table.ts';
import type { ToolWork } from './tool-work.ts';

/** A layer that is asked again and again what lies where: indexed by boxes, each geometry read and prepared once. */
export class OtherLayer {
  readonly rows: { batch: GeometryBatch; row: number }[] = [];
  readonly #geos: Geos;
  readonly #boxes: [number, number, number, number][] = [];
  readonly #handles: Handle[] = [];
  readonly #prepared: number[] = [];
  #index: Flatbush | null = null;

  private constructor(geos: Geos) {
    this.#geos = geos;
  }

  /** Takes the rows of some kinds, or of all. */
  static async read(
    geos: Geos,
    table: ToolTable,
    work: ToolWork,
    kinds: readonly GeometryKind[] = ['point', 'line', 'polygon'],
  ): Promise<OtherLayer> {
    const layer = new OtherLayer(geos);
    for (const batch of await collectBatches(table, work)) {
      if (!kinds.includes(batch.kind)) continue;
      for (let row = 0; row < batch.rows; row++) layer.#add(batch, row);
    }
    if (layer.rows.length > 0) {
      layer.#index = new Flatbush(layer.rows.length);
      for (const box of layer.#boxes) layer.#index.add(...box);
      layer.#index.finish();
    }
    return layer;
  }

  #add(batch: GeometryBatch, row: number): void {
    const [first, end] = positionRange(batch.geometry, row);
    if (first === end) return;
    this.rows.push({ batch, row });
    this.#boxes.push(extentOf(batch.geometry.coordinates, batch.geometry.size, first, end));
  }

  /** Places of the features whose boxes meet a box, in their order. */
  near([west, south, east, north]: readonly [number, number, number, number]): number[] {
    return this.#index?.search(west, south, east, north).sort((one, other) => one - other) ?? [];
  }

  /** Places of the features by the distance of their boxes from a place, nearest first. */
  nearest(x: number, y: number, most: number): number[] {
    return this.#index?.neighbors(x, y, most) ?? [];
  }

  box(place: number): readonly [number, number, number, number] {
    return this.#boxes[place]!;
  }

  rowAt(place: number): RowOf {
    return this.rows[place]!;
  }

  /** Stays with the layer. */
  handle(place: number): Handle {
    const { batch, row } = this.rows[place]!;
    return (this.#handles[place] ??= this.#geos.read(batch.geometry, row));
  }

  prepared(place: number): number {
    return (this.#prepared[place] ??= this.#geos.prepare(this.handle(place)));
  }

  free(): void {
    for (const prepared of this.#prepared) if (prepared) this.#geos.freePrepared(prepared);
    for (const handle of this.#handles) if (handle) this.#geos.free(handle);
  }
}
