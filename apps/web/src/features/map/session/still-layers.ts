import type { Bbox } from '@groma/geo';
import type { VectorLayerData } from '@groma/protocol';
import type { RowLook } from '../layer/classing.ts';
import type { LayerQuestions, Question } from '../layer/layer-messages.ts';
import { LayerReader } from '../layer/layer-reader.ts';
import { snapshotSource } from '../layer/snapshot-source.ts';
import { afterEvent, unread } from './loaded-layer.ts';
import type { LoadedLayer } from './map-state.ts';

interface StillLayersHandlers {
  read(): Readonly<Record<string, LoadedLayer>>;
  write(loaded: Readonly<Record<string, LoadedLayer>>): void;
  /** By what the features of a layer are to be classed, and which are there. */
  rowLook(layerId: string): RowLook;
  /** Whether what is out of sight counts too, as it does for points that are drawn together. */
  isWhole(layerId: string): boolean;
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
  /** Layers that are read whole because columns of theirs are joined. */
  readonly #wholes = new Set<string>();
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
        this.#fail(layerId, error);
      }
    });
  }

  /** Reads all of a layer of which others need every row, unless that has begun already. */
  loadWhole(layerId: string, data: VectorLayerData): void {
    if (this.#wholes.has(layerId)) return;
    this.#wholes.add(layerId);
    this.load(layerId, data);
    void this.whole(layerId).catch(() => undefined);
  }

  /** Forgets a layer that could not be read, and begins anew. */
  reload(layerId: string, data: VectorLayerData): void {
    const { [layerId]: _gone, ...rest } = this.#handlers.read();
    this.#handlers.write(rest);
    this.load(layerId, data);
  }

  /**
   * Has what is in a box read of the layers that are there; null stands for everywhere. A layer of which it cannot be
   * read has failed until the next move, which asks for it again.
   * @throws Error where something could not be read, once all others are there.
   */
  async look(sight: Bbox | null): Promise<void> {
    this.#sight = sight;
    const seen = await Promise.allSettled([...this.#partial].map((layerId) => this.#see(layerId, sight)));
    const missing = seen.find((each) => each.status === 'rejected');
    if (missing) throw missing.reason;
  }

  /** Has all of a layer read. @throws Error where it cannot be. */
  async whole(layerId: string): Promise<void> {
    await this.#see(layerId, null);
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

  /** Has the features of a layer classed and filtered as its style says now. */
  restyle(layerId: string): void {
    if (this.#handlers.read()[layerId])
      this.#reader.ask(layerId, 'classBy', this.#handlers.rowLook(layerId)).catch(() => undefined);
  }

  close(): void {
    this.#reader.close();
  }

  async #read(layerId: string, data: VectorLayerData): Promise<void> {
    const source = snapshotSource({ ...this.#place, layerId }, data);
    // With several kinds of geometry the order of the parts decides what lies on top, so such a layer is read whole.
    const isPartial =
      !this.#handlers.isWhole(layerId) && source.manifest.parts.filter(({ kind }) => kind !== 'none').length === 1;
    const reading = this.#reader.ask(layerId, 'load', { ...source, ...(isPartial && { sight: this.#sight }) });
    this.restyle(layerId);
    await reading;
    if (isPartial) this.#partial.add(layerId);
  }

  #see(layerId: string, sight: Bbox | null): Promise<void> {
    return this.#inTurn(layerId, async () => {
      try {
        await this.#reader.ask(layerId, 'see', { sight });
        this.#change(layerId, (layer) => ({ ...layer, load: { status: 'ready' } }));
      } catch (error) {
        this.#fail(layerId, error);
        throw error;
      }
    });
  }

  #fail(layerId: string, error: unknown): void {
    const failure = error instanceof Error ? error.message : String(error);
    this.#change(layerId, (layer) => ({ ...layer, load: { status: 'failed', failure } }));
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
