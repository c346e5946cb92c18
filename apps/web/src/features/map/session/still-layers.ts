import type { Bbox, VectorUpdate } from '@groma/geo';
import type { map, ReplyOf, VectorLayerData } from '@groma/protocol';
import { callEarly } from '../../../platform/api.ts';
import type { Classing } from '../layer/classing.ts';
import type { LayerQuestions, Question } from '../layer/layer-messages.ts';
import { LayerReader } from '../layer/layer-reader.ts';
import { layerAddress, snapshotSource } from '../layer/snapshot-source.ts';
import { afterEvent, unread } from './loaded-layer.ts';
import type { LoadedLayer } from './map-state.ts';

interface StillLayersHandlers {
  read(): Readonly<Record<string, LoadedLayer>>;
  write(loaded: Readonly<Record<string, LoadedLayer>>): void;
  /** By what the features of a layer are to be classed. */
  classing(layerId: string): Classing | null;
}

/**
 * The layers of a map that nobody changes, in a worker: what is in sight is read first, and the rest of a layer when
 * somebody goes there or asks for all of it.
 */
export class StillLayers {
  readonly #place: { mapId: string; projectId: string };
  readonly #handlers: StillLayersHandlers;
  readonly #reader: LayerReader;
  /** What is under way for a layer. */
  readonly #work = new Map<string, Promise<unknown>>();
  /** Layers of which something may be left to read. */
  readonly #partial = new Set<string>();
  #sight: Bbox | null = null;

  constructor(place: { mapId: string; projectId: string }, handlers: StillLayersHandlers) {
    this.#place = place;
    this.#handlers = handlers;
    this.#reader = new LayerReader((event) => this.#change(event.layerId, (layer) => afterEvent(layer, event)));
  }

  /** Reads what is seen of a layer, unless that has begun already. */
  load(layerId: string, data: VectorLayerData): void {
    if (this.#handlers.read()[layerId]) return;
    this.#handlers.write({ ...this.#handlers.read(), [layerId]: unread });
    void this.#inTurn(layerId, async () => {
      try {
        await this.#read(layerId, data);
        this.#change(layerId, (layer) => ({ ...layer, load: { status: 'ready' } }));
      } catch (error) {
        this.#change(layerId, (layer) => ({
          ...layer,
          load: { status: 'failed', failure: error instanceof Error ? error.message : String(error) },
        }));
      }
    });
  }

  /** Forgets a layer that could not be read, and begins anew. */
  reload(layerId: string, data: VectorLayerData): void {
    const { [layerId]: _gone, ...rest } = this.#handlers.read();
    this.#handlers.write(rest);
    this.load(layerId, data);
  }

  /** Has what is in a box read of the layers that are there; null stands for everywhere. */
  async look(sight: Bbox | null): Promise<void> {
    this.#sight = sight;
    // What could not be read now is asked for again with the next move.
    await Promise.allSettled(
      [...this.#partial].map((layerId) => this.#inTurn(layerId, () => this.#reader.ask(layerId, 'see', { sight }))),
    );
  }

  /** Has all of a layer read. @throws Error where it cannot be. */
  async whole(layerId: string): Promise<void> {
    await this.#inTurn(layerId, () => this.#reader.ask(layerId, 'see', { sight: null }));
    this.#partial.delete(layerId);
  }

  async question<Name extends Question>(
    layerId: string,
    question: Name,
    ask: LayerQuestions[Name]['ask'],
  ): Promise<LayerQuestions[Name]['answer']> {
    await this.#work.get(layerId);
    return this.#reader.ask(layerId, question, ask);
  }

  async questionNow<Name extends Question>(
    layerId: string,
    question: Name,
    ask: LayerQuestions[Name]['ask'],
  ): Promise<LayerQuestions[Name]['answer'] | null> {
    if (this.#handlers.read()[layerId]?.load.status !== 'ready') return null;
    return this.#reader.ask(layerId, question, ask).catch(() => null);
  }

  close(): void {
    this.#reader.close();
  }

  async #read(layerId: string, data: VectorLayerData): Promise<void> {
    const source = snapshotSource({ ...this.#place, layerId }, data);
    const isEdited = data.seq > data.snapshot_seq;
    // Edits need what they change, and of kinds that lie over each other the order of the file says which is on top.
    const isPartial = !isEdited && source.manifest.parts.filter(({ kind }) => kind !== 'none').length === 1;
    const edits = isEdited ? this.#edits(layerId, data.snapshot_seq) : null;
    edits?.catch(() => undefined);
    const reading = this.#reader.ask(layerId, 'load', { ...source, ...(isPartial && { sight: this.#sight }) });
    const classing = this.#handlers.classing(layerId);
    if (classing) this.#reader.ask(layerId, 'classBy', { classing }).catch(() => undefined);
    await reading;
    if (isPartial) this.#partial.add(layerId);
    if (edits) await this.#reader.ask(layerId, 'apply', { updates: await edits });
  }

  async #edits(layerId: string, after: number): Promise<VectorUpdate[]> {
    const updates: VectorUpdate[] = [];
    let seq = after;
    for (let hasMore = true; hasMore;) {
      const { data } = await callEarly<ReplyOf<typeof map.readLayerEdits>>(
        layerAddress('edits', { ...this.#place, layerId }, { after: String(seq) }),
      );
      for (const { operation } of data.edits) updates.push(operation as VectorUpdate);
      seq = data.edits.at(-1)?.seq ?? seq;
      hasMore = data.has_more;
    }
    return updates;
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
    if (layer) this.#handlers.write({ ...all, [layerId]: edit(layer) });
  }
}
