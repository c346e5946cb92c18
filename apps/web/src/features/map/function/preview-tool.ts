import type { SimpleGeometry } from '@groma/geo';
import { createStore } from 'zustand';
import { isDashed } from '../session/dashed.ts';
import type { MapSession } from '../session/map-session.ts';
import type { MapTool } from '../view/map-tool.ts';
import type { Brush } from '../view/overlay-canvas.ts';
import { paintShape } from '../view/paint-shape.ts';

/** Dashes the outlines of a result that is only looked at. It takes nothing of what the pointer does. */
export class PreviewTool implements MapTool {
  readonly id = 'tool-preview';
  readonly #store = createStore<{ of: string | null; shapes: readonly SimpleGeometry[] }>(() => ({
    of: null,
    shapes: [],
  }));
  readonly #session: Pick<MapSession, 'store' | 'state' | 'askNow'>;

  constructor({ session }: { session: Pick<MapSession, 'store' | 'state' | 'askNow'> }) {
    this.#session = session;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const stops = [this.#session.store.subscribe(() => this.#follow()), this.#store.subscribe(listener)];
    this.#follow();
    return () => {
      for (const stop of stops) stop();
    };
  };

  #follow(): void {
    const { previewId, loaded } = this.#session.state;
    const { of } = this.#store.getState();
    const preview = previewId === null ? undefined : loaded[previewId];
    if (previewId !== null && of === previewId) return;
    if (of !== null) this.#store.setState({ of: null, shapes: [] });
    if (previewId === null || preview?.load.status !== 'ready') return;
    this.#store.setState({ of: previewId, shapes: [] });
    if (isDashed(preview.batches.reduce((sum, { count }) => sum + count, 0)))
      void this.#read(previewId, [...new Set(preview.batches.flatMap(({ fids }) => [...fids]))]);
  }

  async #read(previewId: string, fids: readonly number[]): Promise<void> {
    const features = await this.#session.askNow(previewId, 'features', { fids });
    if (this.#store.getState().of === previewId)
      this.#store.setState({ shapes: (features ?? []).flatMap(({ geometry }) => (geometry ? [geometry] : [])) });
  }

  readonly paint = (brush: Brush): void => {
    const look = {
      line: brush.token('--accent'),
      fill: 'transparent',
      casing: brush.token('--draw-case'),
      width: 2,
      radius: 5,
      dash: [6, 5],
    };
    for (const shape of this.#store.getState().shapes) paintShape(brush, shape, look);
  };
}
