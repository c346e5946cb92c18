import type { TiledType } from '@groma/raster';
import type { CompositeSource } from '../pool/raster-task.ts';

/** How the file of a composite is laid out. */
export interface CompositeFile {
  path: string;
  type: TiledType;
  nodata: number;
}

/** A tile that a thread works out and writes into the file. */
export interface CompositeTask {
  source: CompositeSource;
  file: CompositeFile;
  column: number;
  row: number;
}

export interface ToCompositeThread {
  id: number;
  task: CompositeTask;
}
export type FromCompositeThread =
  | { kind: 'answer'; id: number }
  /** Without a code it is a fault of the server. */
  | { kind: 'failure'; id: number; code: string | null; details: Record<string, string | number>; message: string };

/** Pixels on a side of a tile. */
export const tileSide = 512;
