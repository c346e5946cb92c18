import type { DrawBatch } from '../layer/draw-batch.ts';
import type { ReadMap } from '../session/read-map.ts';
import type { MapState } from '../session/map-state.ts';
import { UnitStore } from './unit-store.ts';

/**
 * Positions of one question, unless a single batch has more: the worker makes them within a moment, and answers others
 * in between.
 */
const mostPositions = 500_000;

const noBatches: readonly DrawBatch[] = [];

/**
 * The shapes of a map's layers on the graphics card of one picture of it: those that another picture has taken are made
 * again by the worker.
 */
export class LoadedShapes {
  readonly store = new UnitStore((batch) => this.#ask(batch));
  readonly #gl: WebGL2RenderingContext | null;
  readonly #session: Pick<ReadMap, 'state' | 'askNow'>;
  readonly #onBrought: () => void;
  /** For the next question. */
  readonly #missed = new Set<DrawBatch>();
  /** Asked for, and not answered yet. */
  #asked: ReadonlySet<DrawBatch> = new Set();
  #kept: MapState['loaded'] | null = null;
  #keptOthers = noBatches;

  constructor(gl: WebGL2RenderingContext | null, session: Pick<ReadMap, 'state' | 'askNow'>, onBrought: () => void) {
    this.#gl = gl;
    this.#session = session;
    this.#onBrought = onBrought;
  }

  /** Frees what is loaded no more, and is not among what else is drawn. */
  keepLoaded({ loaded }: Pick<MapState, 'loaded'>, others: readonly DrawBatch[] = noBatches): void {
    if (!this.#gl || (loaded === this.#kept && others === this.#keptOthers)) return;
    [this.#kept, this.#keptOthers] = [loaded, others];
    this.store.keepOnly(this.#gl, new Set([...Object.values(loaded).flatMap(({ batches }) => batches), ...others]));
  }

  /** Whether a shape is still to come. */
  get isWaiting(): boolean {
    return this.#missed.size > 0 || this.#asked.size > 0;
  }

  /** What is missed in one frame is asked for together. */
  #ask(batch: DrawBatch): void {
    if (this.#asked.has(batch)) return;
    if (this.#missed.size === 0 && this.#asked.size === 0)
      queueMicrotask(() => {
        void this.#bring();
      });
    this.#missed.add(batch);
  }

  /** In portions; what is missed while an answer is under way is asked for after it. */
  async #bring(): Promise<void> {
    while (this.#missed.size > 0) {
      this.#asked = this.#takePortion();
      // oxlint-disable-next-line no-await-in-loop -- one question after the other
      const isBrought = await this.#askFor([...this.#asked]);
      this.#asked = new Set();
      if (isBrought) this.#onBrought();
    }
  }

  #takePortion(): ReadonlySet<DrawBatch> {
    const portion = new Set<DrawBatch>();
    let positions = 0;
    for (const batch of this.#missed) {
      positions += batch.count;
      if (portion.size > 0 && positions > mostPositions) break;
      portion.add(batch);
      this.#missed.delete(batch);
    }
    return portion;
  }

  /** Whether any came. */
  async #askFor(batches: readonly DrawBatch[]): Promise<boolean> {
    let isBrought = false;
    await Promise.all(
      Object.entries(this.#session.state.loaded).map(async ([layerId, layer]) => {
        const missed = batches.filter((batch) => layer.batches.includes(batch));
        if (missed.length === 0) return;
        const shapes = await this.#session.askNow(layerId, 'shapes', { batchIds: missed.map(({ id }) => id) });
        // One that has been edited meanwhile is another batch, and came with its shape.
        const now = this.#session.state.loaded[layerId]?.batches ?? [];
        for (const { id, shape } of shapes ?? []) {
          const batch = missed.find((each) => each.id === id);
          if (!batch || !now.includes(batch)) continue;
          this.store.bring(batch, shape);
          isBrought = true;
        }
      }),
    );
    return isBrought;
  }
}
