import type { VectorUpdate } from '@groma/geo';
import { filterKey, joinsKey } from '@groma/model';
import type { LoggedEdit, VectorLayerData } from '@groma/protocol';
import { isUnanswered } from '../../../platform/api.ts';
import { rowLookOf, type RowLook } from '../layer/classing.ts';
import type { LayerEvent, LayerQuestions, Question, SnapshotSource } from '../layer/layer-messages.ts';
import type { LocalEdit } from '../layer/own-edits.ts';
import { LayerError, LayerReader } from '../layer/layer-reader.ts';
import { readEdits, readLayerData } from '../layer/read-layer.ts';
import { snapshotSource } from '../layer/snapshot-source.ts';
import { freshEdits, type ToldEdits } from './fresh-edits.ts';
import { afterEvent, unread } from './loaded-layer.ts';
import type { LoadedLayer } from './map-state.ts';

/** What the worker knows of a layer that it was told nothing of. */
const plainLook = lookKey(rowLookOf(undefined));

function lookKey({ classing, sizing, filter, joins }: RowLook): string {
  return JSON.stringify([classing, sizing, filterKey(filter), joinsKey(joins)]);
}

export interface LayerLoaderHandlers {
  /** Whose changes can be taken back. */
  myId: string;
  read(): Readonly<Record<string, LoadedLayer>>;
  write(loaded: Readonly<Record<string, LoadedLayer>>): void;
  /** By what the features of a layer are to be classed, and which are there, now. */
  rowLook(layerId: string): RowLook;
  /** Told after reading, edits and another filter. */
  onDescribed(layerId: string): void;
}

/** Reads the layers of a map in a worker and keeps them up with the edit log. */
export class LayerLoader {
  readonly #place: { mapId: string; projectId: string };
  readonly #handlers: LayerLoaderHandlers;
  /** The newest edit that the worker has, by layer. */
  readonly #seqs = new Map<string, number>();
  /** What is under way for a layer: edits wait until it is read. */
  readonly #work = new Map<string, Promise<unknown>>();
  /** What the worker was told last of the style of each layer. */
  readonly #looks = new Map<string, string>();
  /** Changes that the server has not confirmed, by layer; `seq` is the number of the last edit of one that it has. */
  readonly #local = new Map<string, readonly (LocalEdit & { seq?: number })[]>();
  #reader: LayerReader | null = null;

  constructor(place: { mapId: string; projectId: string }, handlers: LayerLoaderHandlers) {
    this.#place = place;
    this.#handlers = handlers;
  }

  /** Reads a layer unless that has begun already. */
  load(layerId: string, data: VectorLayerData): void {
    this.#begin(layerId, () => this.#read(layerId, data));
  }

  /** Reads a snapshot that is no layer: nobody edits it. */
  loadSnapshot(id: string, source: SnapshotSource): void {
    this.#begin(id, () => this.#ask(id, 'load', source));
  }

  #begin(layerId: string, read: () => Promise<void>): void {
    if (this.#handlers.read()[layerId]) return;
    this.#handlers.write({ ...this.#handlers.read(), [layerId]: unread });
    void this.#inTurn(layerId, async () => {
      try {
        await read();
        this.#change(layerId, (layer) => ({ ...layer, load: { status: 'ready' } }));
      } catch (error) {
        this.#change(layerId, (layer) => ({
          ...layer,
          load: { status: 'failed', failure: error instanceof Error ? error.message : String(error) },
        }));
      }
    });
  }

  reload(layerId: string, data: VectorLayerData): void {
    this.drop(layerId);
    this.load(layerId, data);
  }

  drop(layerId: string): void {
    if (!this.#handlers.read()[layerId]) return;
    this.#seqs.delete(layerId);
    this.#looks.delete(layerId);
    void this.#reader?.ask(layerId, 'drop', {});
    const { [layerId]: _gone, ...rest } = this.#handlers.read();
    this.#handlers.write(rest);
  }

  /**
   * Takes edits as the room tells them; without them, after a gap, or to catch up after a loss (`told` is null), they
   * are fetched.
   */
  edit(layerId: string, told: ToldEdits | null): void {
    if (!this.#handlers.read()[layerId]) return;
    void this.#inTurn(layerId, async () => {
      const known = this.#seqs.get(layerId);
      if (known === undefined) return;
      const fresh = freshEdits(known, told) ?? (await readEdits({ ...this.#place, layerId }, known));
      if (fresh.length > 0) await this.#apply(layerId, fresh);
    }).catch((error: unknown) => {
      // What is shown stays while the server cannot be reached; what is missing is read when it is back.
      if (!isUnanswered(error))
        this.#change(layerId, (layer) => ({
          ...layer,
          load: { status: 'failed', failure: error instanceof Error ? error.message : String(error) },
        }));
    });
  }

  /** Shows own changes over a layer, in the place of those that were shown before. */
  showLocal(layerId: string, edits: readonly LocalEdit[]): void {
    const confirmed = (this.#local.get(layerId) ?? []).filter(
      ({ key, seq }) => seq !== undefined && !edits.some((edit) => edit.key === key),
    );
    this.#setLocal(layerId, [...confirmed, ...edits]);
  }

  /** A change has become edits up to `seq` (0 for none): it is shown as local until those are read. */
  confirmLocal(layerId: string, key: string, seq: number): void {
    const local = this.#local.get(layerId) ?? [];
    if (local.some((edit) => edit.key === key))
      this.#setLocal(
        layerId,
        local.map((edit) => (edit.key === key ? { ...edit, seq } : edit)),
      );
  }

  #setLocal(layerId: string, local: readonly (LocalEdit & { seq?: number })[]): void {
    this.#local.set(layerId, local);
    void this.#inTurn(layerId, () => (this.#seqs.has(layerId) ? this.#apply(layerId, []) : Promise.resolve())).catch(
      () => undefined,
    );
  }

  /** Applies edits of the log, and shows own changes over them that are not among them. */
  async #apply(layerId: string, edits: readonly LoggedEdit[]): Promise<void> {
    const known = edits.at(-1)?.seq ?? this.#seqs.get(layerId) ?? 0;
    const local = (this.#local.get(layerId) ?? []).filter(({ seq }) => seq === undefined || seq > known);
    if (local.length > 0) this.#local.set(layerId, local);
    else this.#local.delete(layerId);
    const seqs = edits.map(({ seq, author_id: author }) => (author === this.#handlers.myId ? seq : null));
    this.#seqs.set(layerId, known);
    await this.#ask(layerId, 'apply', {
      updates: edits.map(({ operation }) => operation as VectorUpdate),
      seqs,
      local,
    });
  }

  /** Asks the worker about a layer once it is read. */
  async question<Name extends Question>(
    layerId: string,
    question: Name,
    ask: LayerQuestions[Name]['ask'],
  ): Promise<LayerQuestions[Name]['answer']> {
    await this.#work.get(layerId);
    return this.#ask(layerId, question, ask);
  }

  /** The same at once, for what is shown only while it is true: null for a layer that is not read yet. */
  async questionNow<Name extends Question>(
    layerId: string,
    question: Name,
    ask: LayerQuestions[Name]['ask'],
  ): Promise<LayerQuestions[Name]['answer'] | null> {
    if (this.#handlers.read()[layerId]?.load.status !== 'ready') return null;
    return this.#ask(layerId, question, ask).catch(() => null);
  }

  /**
   * The snapshot and the edits after it come at the same time. One that was folded away meanwhile is read as it is now.
   */
  async #read(layerId: string, data: VectorLayerData): Promise<void> {
    const place = { ...this.#place, layerId };
    const edits = readEdits(place, data.snapshot_seq);
    edits.catch(() => undefined);
    try {
      const reading = this.#ask(layerId, 'load', snapshotSource(place, data));
      this.#looks.delete(layerId);
      this.reclass(layerId);
      await reading;
    } catch (error) {
      const now = error instanceof LayerError && error.code === 'SNAPSHOT_REPLACED' ? await readLayerData(place) : null;
      if (!now || now.snapshot_key === data.snapshot_key) throw error;
      return this.#read(layerId, now);
    }
    const log = await edits;
    this.#seqs.set(layerId, data.snapshot_seq);
    if (log.length > 0 || this.#local.has(layerId)) await this.#apply(layerId, log);
  }

  /** Has the features of a layer classed and filtered as its style says now, unless they are. */
  reclass(layerId: string): void {
    if (!this.#handlers.read()[layerId]) return;
    const look = this.#handlers.rowLook(layerId);
    const key = lookKey(look);
    if ((this.#looks.get(layerId) ?? plainLook) === key) return;
    this.#looks.set(layerId, key);
    this.#ask(layerId, 'classBy', look).catch(() => this.#looks.delete(layerId));
  }

  /** Starts the worker before there is something to read. */
  warm(): void {
    this.#reader ??= new LayerReader((event) => this.#onEvent(event));
  }

  /** Asks at once, also while the layer is still being read. */
  #ask<Name extends Question>(
    layerId: string,
    question: Name,
    ask: LayerQuestions[Name]['ask'],
  ): Promise<LayerQuestions[Name]['answer']> {
    this.warm();
    return this.#reader!.ask(layerId, question, ask);
  }

  close(): void {
    this.#reader?.close();
    this.#reader = null;
  }

  #inTurn<Result>(layerId: string, work: () => Promise<Result>): Promise<Result> {
    const next = (this.#work.get(layerId) ?? Promise.resolve()).then(work, work);
    this.#work.set(
      layerId,
      next.catch(() => undefined),
    );
    return next;
  }

  #change(layerId: string, edit: (layer: LoadedLayer) => LoadedLayer): void {
    const all = this.#handlers.read();
    const layer = all[layerId];
    // What comes of a layer that was dropped meanwhile would stand in the way of the same layer when it is back.
    if (layer) this.#handlers.write({ ...all, [layerId]: edit(layer) });
  }

  #onEvent(event: LayerEvent): void {
    this.#change(event.layerId, (layer) => afterEvent(layer, event));
    if (event.event === 'described') this.#handlers.onDescribed(event.layerId);
  }
}
