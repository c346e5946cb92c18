import {
  batchFeatures,
  coerceValue,
  jsonValue,
  LayerOverlay,
  type LayerBefore,
  type LayerFeature,
  type Properties,
  type PropertyValue,
  type SnapshotBatch,
  type VectorUpdate,
} from '@groma/geo';
import { SnapshotRows } from './snapshot-rows.ts';
import type { ReadBytes } from './snapshot-part.ts';
import type { LayerState, LogRow } from './worker-tasks.ts';

/** A layer as it is after its edits: a snapshot under an overlay. */
export class EditedLayer {
  readonly state: LayerState;
  readonly overlay: LayerOverlay;
  readonly #rows: SnapshotRows;

  constructor(state: LayerState, log: readonly LogRow[], read: ReadBytes) {
    this.state = state;
    this.overlay = new LayerOverlay(state.manifest);
    this.#rows = new SnapshotRows(state.snapshotKey, state.manifest, read);
    this.replay(log);
  }

  replay(log: readonly LogRow[]): void {
    this.overlay.apply(log.map(({ operation }) => JSON.parse(operation) as VectorUpdate));
  }

  /** Features that are there now, by id, with every column; geometries need not be read where nobody wants them. */
  async #features(fids: readonly number[], withGeometry: boolean): Promise<Map<number, LayerFeature>> {
    const { added, hidden } = this.overlay;
    const base = await this.#rows.features(
      fids.filter((fid) => fid <= this.state.manifest.maxFid && !added.has(fid) && !hidden.has(fid)),
      withGeometry,
    );
    const found = new Map<number, LayerFeature>();
    for (const fid of fids) {
      const own = added.get(fid);
      const below = base.get(fid);
      if (own) found.set(fid, this.#complete(own));
      else if (below) found.set(fid, this.overlay.overlay(below, this.state.manifest.columns)!);
    }
    // They go into the log, which is JSON.
    for (const { properties } of found.values())
      for (const name in properties)
        if (typeof properties[name] === 'number') properties[name] = jsonValue(properties[name]);
    return found;
  }

  /** All features: those of the snapshot in its order, then the added ones; their geometries need not be read. */
  async *allFeatures(withGeometry = true): AsyncGenerator<LayerFeature> {
    const { columns } = this.state.manifest;
    for await (const batch of this.#rows.batches()) {
      for (const feature of batchFeatures(withGeometry ? batch : { ...batch, geometry: null }, columns)) {
        const edited = this.overlay.overlay(feature, columns);
        if (edited) yield edited;
      }
    }
    yield* this.overlay.addedFeatures();
  }

  /** The batches of the snapshot, without the edits. */
  batches(): AsyncGenerator<SnapshotBatch> {
    return this.#rows.batches();
  }

  /** What an inverse asks about the layer before an update. */
  async before(update: VectorUpdate): Promise<LayerBefore> {
    const found = await this.#features(fidsOf(update), update.type === 'Delete' || update.type === 'Add');
    const values = new Map<string, [number, PropertyValue][]>();
    if (update.type === 'Delete_Column') {
      for (const name of update.columns) values.set(name, await this.#valuesOf(name));
    }
    return {
      columns: this.overlay.columns.map(({ name, type }) => ({ name, type })),
      feature: (fid) => found.get(fid) ?? null,
      values: (name) => values.get(name) ?? [],
    };
  }

  async #valuesOf(name: string): Promise<[number, PropertyValue][]> {
    const column = this.overlay.columns.find((each) => each.name === name);
    if (!column) return [];
    const values: [number, PropertyValue][] = [];
    const keep = (fid: number, value: PropertyValue) => {
      if (value !== null) values.push([fid, jsonValue(value)]);
    };
    // A column that an edit added has values in the overlay only, but rows of the snapshot may have its fill.
    for await (const [fid, value] of this.#rows.values(column.base ?? -1)) {
      if (!this.overlay.hidden.has(fid)) keep(fid, this.overlay.value(column, fid, value));
    }
    for (const { fid, properties } of this.overlay.added.values())
      keep(fid, coerceValue(properties[name], column.type));
    return values;
  }

  #complete({ fid, geometry, properties }: LayerFeature): LayerFeature {
    const complete: Properties = {};
    for (const { name, type } of this.overlay.columns) complete[name] = coerceValue(properties[name], type);
    return { fid, geometry, properties: complete };
  }
}

/** Ids of the features that an update touches. */
function fidsOf(update: VectorUpdate): number[] {
  switch (update.type) {
    case 'Add':
      return update.features.map(({ fid }) => fid);
    case 'Delete':
      return update.fids;
    case 'Edit_Property':
      return [...new Set(update.edits.map(({ fid }) => fid))];
    case 'Add_Column':
      return (update.values ?? []).map(([fid]) => fid);
    case 'Delete_Column':
      return [];
  }
}
