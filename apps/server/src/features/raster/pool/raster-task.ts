import type { raster } from '@groma/protocol';
import type { AddressVersion } from '../../../platform/outbound/address-version.ts';
import type { CompositeRecipe } from '@groma/model';
import type { CompositeGrid, MaskRule } from '@groma/raster';

/** A raster that a thread may read: a file under a name that no kernel can swap, or an address. */
export interface RasterSource {
  path: string;
  /** Of an address: what it had when it was last asked. */ version: AddressVersion | null;
  /** Another one after each change of the content. */ id: string;
  /** For messages. */ name: string;
  /** The system of a file that names none that is known. */ assumedCrs?: string;
  /** Rasters of the same place whose bands stand behind its own; `id` is then of all of them. */
  parts?: RasterSource[];
  /** It is made of these scenes while it is drawn; there is no file under its path. */
  composite?: CompositeSource;
}

/** A band of one of the files, and what its values mean. */
export interface PlaceOfBand {
  /** Among the files of the source. */
  file: number;
  band: number;
  factor: number;
  offset: number;
  nodata?: number | undefined;
}

/** A composite as threads work on it: a recipe whose files can be opened, and its pixels. */
export interface CompositeSource {
  files: RasterSource[];
  scenes: { bands: PlaceOfBand[]; masks: { band: PlaceOfBand; rule: MaskRule }[] }[];
  method: CompositeRecipe['method'];
  bands: CompositeRecipe['bands'];
  maths: CompositeRecipe['maths'];
  averages: boolean;
  /** Polygons, each of rings, in units of the system of the grid. */
  clip: Float64Array[][];
  /** The same in web Mercator, where it is drawn in tiles. */
  mercatorClip: Float64Array[][];
  grid: CompositeGrid;
}

/** Which values are taken. Bands are numbered from 1; without bands and expressions the thread chooses. */
export interface ValueWish {
  bands: number[] | null;
  expressions: string[] | null;
  nodata?: number | null;
  unscales: boolean;
  resampling: (typeof raster.rasterResamplings)[number];
}

export type ColourWish =
  | { kind: 'table'; colours: Uint8Array }
  | { kind: 'steps'; steps: { from: number; to: number; colour: readonly [number, number, number, number] }[] };

/** How values become colours. */
export interface LookWish {
  ranges: [from: number, to: number][] | null;
  colours: ColourWish | null;
  light: { azimuth: number; angle: number; exaggeration: number } | null;
  buffer: number;
  hasAlpha: boolean;
}

export type PictureFormat = 'png' | 'jpeg' | 'webp';

export type PicturePlace =
  | { kind: 'tile'; z: number; x: number; y: number; scale: number }
  | {
      kind: 'box';
      west: number;
      south: number;
      east: number;
      north: number;
      width?: number;
      height?: number;
      longest: number;
    }
  | { kind: 'whole'; width?: number; height?: number; longest: number };

/** What a file says of its pixels. */
export interface PlacedFile {
  /** A code, or WKT; null where nobody knows it. */
  system: string | null;
  /** The outer corner of its first pixel; null where pixels are not square, or do not lie north up. */
  corner: { x: number; y: number } | null;
  pixel: number;
  /** How its values are stored. */
  type: string;
  nodata: number | null;
}

/** What a thread is asked for. */
export type RasterTask =
  | { kind: 'info'; source: RasterSource }
  | { kind: 'validate'; source: RasterSource }
  | { kind: 'place'; source: RasterSource }
  | {
      kind: 'statistics';
      source: RasterSource;
      values: ValueWish;
      longest: number;
      percentiles: number[];
      bins: number;
      range?: [number, number];
      /** West, south, east, north in degrees. */ box?: [number, number, number, number];
    }
  | { kind: 'point'; source: RasterSource; values: ValueWish; longitude: number; latitude: number }
  | {
      kind: 'picture';
      source: RasterSource;
      values: ValueWish;
      look: LookWish;
      place: PicturePlace;
      format: PictureFormat;
    };

export type ToThread = { kind: 'task'; id: number; task: RasterTask } | { kind: 'cancel'; id: number };
export type FromThread =
  | { kind: 'ready' }
  | { kind: 'changed'; id: number }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failure'; id: number; code: string | null; details: Record<string, string | number>; message: string };
