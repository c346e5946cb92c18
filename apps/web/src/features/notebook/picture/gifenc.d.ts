/** What is used of gifenc, which brings no types of its own. */
declare module 'gifenc' {
  type Colours = number[][];
  interface QuantizeOptions {
    format?: 'rgb565' | 'rgb444' | 'rgba4444';
    oneBitAlpha?: boolean | number;
    clearAlpha?: boolean;
    clearAlphaThreshold?: number;
    clearAlphaColor?: number;
  }
  interface FrameOptions {
    palette?: Colours;
    delay?: number;
    transparent?: boolean;
    transparentIndex?: number;
    dispose?: number;
    repeat?: number;
  }
  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8Array | Uint8ClampedArray, maxColors: number, options?: QuantizeOptions): Colours;
  export function applyPalette(
    rgba: Uint8Array | Uint8ClampedArray,
    palette: Colours,
    format?: 'rgb565' | 'rgb444' | 'rgba4444',
  ): Uint8Array;
}
