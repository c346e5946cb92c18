/** The parts of the web application's map that are measured; `map-bench.ts` says where they lie. */
declare module 'virtual:map-path/layer-reader' {
  export class LayerReader {
    constructor(onEvent: (event: { event: string; layerId: string; drawn?: object[] }) => void);
    ask(layerId: string, question: string, ask: object): Promise<never>;
  }
}

declare module 'virtual:map-path/map-view' {
  export class MapView {
    readonly map: {
      once(event: string, then: () => void): void;
      jumpTo(view: object): void;
      triggerRepaint(): void;
      loaded(): boolean;
    };
    constructor(container: HTMLElement, style: object, session: object, onTiles: () => void);
    draw(state: object): void;
  }
}

declare module 'virtual:map-path/map-state' {
  export const firstMapState: object;
}

declare module 'virtual:map-path/fid-set' {
  export class FidSet implements Iterable<number> {
    static of(fids: Iterable<number>): FidSet;
    readonly size: number;
    [Symbol.iterator](): Iterator<number>;
  }
}
