import type { AskedZones } from '@groma/geo';
import type { FocalFilter, PixelMask } from '@groma/raster';
import type { RasterSource } from '../pool/raster-task.ts';

/** What a thread of its own is asked about one image. */
export type ImageQuestion =
  | { kind: 'bands' }
  | { kind: 'zones'; band: string; zones: AskedZones; statistics: readonly string[] }
  /** Makes an image on the pixels of this one, of it and of others, into a file. */
  | { kind: 'make'; others: readonly RasterSource[]; job: ImageJob; file: string }
  /** Square metres of zones, of forest in them (this image is tree cover in percent), and of what was lost. */
  | { kind: 'forest'; loss: RasterSource; zones: AskedZones; start: number; canopy: number }
  /** Writes a part of the image into a file; without a box all of it, without bands all of them. */
  | {
      kind: 'copy';
      file: string;
      /** West, south, east, north in degrees. */
      box: readonly [number, number, number, number] | null;
      /** Pixels of the longer side at most. */
      longest: number;
      bands: readonly string[] | null;
    }
  /** The value of band maths in zones and at places, over bands by their names. */
  | {
      kind: 'means';
      zones: AskedZones;
      places: Float64Array;
      value: string;
      /** Bands, from 1, by further names. */
      names: Readonly<Record<string, number>>;
      masks: readonly PixelMask[];
      nodata: number | null;
    }
  | { kind: 'sample'; degrees: Float64Array; method: 'nearest' | 'bilinear' };

/** How an image is made of others. Bands are names or numbers. */
export type ImageJob =
  | { kind: 'maths'; expression: string }
  | { kind: 'index'; index: string; roles: Readonly<Record<string, string>>; full: number }
  | { kind: 'change'; band: string; laterBand: string; isPercent: boolean }
  | { kind: 'classes'; band: string; classes: string; keepsOthers: boolean }
  | { kind: 'filter'; band: string; filter: FocalFilter; size: number; sigma: number };

export interface ToImageThread {
  id: number;
  source: RasterSource;
  question: ImageQuestion;
}

export type FromImageThread =
  /** How much is made, 0 to 1. */
  | { kind: 'progress'; id: number; fraction: number }
  | { kind: 'answer'; id: number; value: unknown }
  /** The file behind an address is another one now. */
  | { kind: 'changed'; id: number }
  /** Without a code it is a fault of the server. */
  | { kind: 'failure'; id: number; code: string | null; details: Record<string, string | number>; message: string };
