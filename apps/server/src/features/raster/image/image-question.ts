import type { AskedZones } from '@groma/geo';
import type { RasterSource } from '../pool/raster-task.ts';

/** What a thread of its own is asked about one image. */
export type ImageQuestion =
  | { kind: 'bands' }
  | { kind: 'zones'; band: string; zones: AskedZones; statistics: readonly string[] }
  | { kind: 'sample'; degrees: Float64Array; method: 'nearest' | 'bilinear' };

export interface ToImageThread {
  id: number;
  source: RasterSource;
  question: ImageQuestion;
}

export type FromImageThread =
  | { kind: 'answer'; id: number; value: unknown }
  /** Without a code it is a fault of the server. */
  | { kind: 'failure'; id: number; code: string | null; details: Record<string, string | number>; message: string };
