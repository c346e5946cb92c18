import type { TiledType } from '@groma/raster';
import type { RasterSource } from '../pool/raster-task.ts';
import type { CompositeSource } from './composite-source.ts';

/** How the file of a composite is laid out. */
export interface CompositeFile {
  path: string;
  type: TiledType;
  nodata: number;
}

/** What a thread is asked for. */
export type CompositeTask =
  | { kind: 'describe'; source: RasterSource }
  /** Works a tile out and writes it into the file. */
  | { kind: 'tile'; source: CompositeSource; file: CompositeFile; column: number; row: number };

/** What a file says of itself that the pixels of a composite follow from. */
export interface DescribedFile {
  /** A code, or WKT; null where nobody knows it. */
  system: string | null;
  /** The outer corner of its first pixel, and the side of one; null where they are not square or not north up. */
  corner: { x: number; y: number } | null;
  pixel: number;
  /** How its values are stored. */
  type: string;
  nodata: number | null;
}

export interface ToCompositeThread {
  id: number;
  task: CompositeTask;
}
export type FromCompositeThread =
  | { kind: 'answer'; id: number; value: unknown }
  /** Without a code it is a fault of the server. */
  | { kind: 'failure'; id: number; code: string | null; details: Record<string, string | number>; message: string };

/** Pixels on a side of a tile. */
export const tileSide = 512;
