/** The part of the web application's way from the stream to the screen that is measured; `bench.ts` says where it lies. */
declare module 'virtual:layer-path/layer-reader' {
  import type { DrawBatch } from 'virtual:layer-path/batch-layers';

  export type LayerEvent = { event: 'began' | 'progress' | 'described' } | { event: 'drawn'; drawn: DrawBatch[] };
  export class LayerReader {
    constructor(onEvent: (event: LayerEvent) => void);
    ask(layerId: string, question: 'load' | 'drop', ask: object): Promise<unknown>;
    close(): void;
  }
}

declare module 'virtual:layer-path/batch-layers' {
  import type { Layer } from '@deck.gl/core';

  export interface DrawBatch { fids: Int32Array; positions: Float64Array }
  export function batchLayers(batch: DrawBatch, look: object): Layer[];
}

declare module 'virtual:layer-path/progress-pace' {
  export class ProgressPace {
    constructor(gl: WebGL2RenderingContext | null);
    mayDraw(isWhole: boolean): boolean;
  }
}
