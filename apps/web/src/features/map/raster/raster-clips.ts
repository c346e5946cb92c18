import type { CustomLayerInterface, Map as LibreMap } from 'maplibre-gl';
import type { RasterPart } from '../session/raster-sight.ts';

const ends = (name: string): [begin: string, end: string] => [`${name}-clip`, `${name}-clip-end`];

/**
 * Cuts images at a vertical bar: right before and after each of them stands a layer that draws nothing and switches
 * the scissors of the graphics card, so that one map is enough for both sides.
 */
export class RasterClips {
  readonly #map: LibreMap;
  readonly #at: () => number;
  readonly #sides = new Map<string, RasterPart>();

  /** @param at where the bar stands, 0 to 1 from the left */
  constructor(map: LibreMap, at: () => number) {
    [this.#map, this.#at] = [map, at];
  }

  /** @param layers of the style, in their place there */
  put(layers: readonly { name: string; part: RasterPart }[]): void {
    const cut = layers.filter(({ part }) => part === 'left' || part === 'right');
    const names = cut.flatMap(({ name }) => ends(name));
    for (const id of this.#sides.keys()) if (!names.includes(id)) this.#remove(id);
    for (const { name, part } of cut) {
      const [begin, end] = ends(name);
      const order = this.#map.getLayersOrder();
      const at = order.indexOf(name);
      this.#place(begin, part, name, order[at - 1] === begin);
      this.#place(end, 'whole', order[at + 1] === end ? undefined : order[at + 1], order[at + 1] === end);
    }
  }

  #place(id: string, part: RasterPart, beforeId: string | undefined, isThere: boolean): void {
    this.#sides.set(id, part);
    if (isThere) return;
    if (this.#map.getLayer(id)) this.#map.moveLayer(id, beforeId);
    else this.#map.addLayer(this.#scissors(id), beforeId);
  }

  #remove(id: string): void {
    this.#sides.delete(id);
    if (this.#map.getLayer(id)) this.#map.removeLayer(id);
  }

  #scissors(id: string): CustomLayerInterface {
    return {
      id,
      type: 'custom',
      render: (gl) => {
        const part = this.#sides.get(id) ?? 'whole';
        if (part === 'whole') return gl.disable(gl.SCISSOR_TEST);
        const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
        const bar = Math.round(width * this.#at());
        gl.enable(gl.SCISSOR_TEST);
        if (part === 'left') gl.scissor(0, 0, bar, height);
        else gl.scissor(bar, 0, width - bar, height);
      },
    };
  }
}
