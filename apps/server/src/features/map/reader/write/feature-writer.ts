import type { Column, LayerFeature } from '@groma/geo';

/** Takes the features of one export, one by one. */
export interface FeatureWriter {
  add(feature: LayerFeature): void;
  /** Writes what is left; the file is whole then. */
  finish(): void;
  /** Closes what is open, after a failure too. */
  close(): void;
}

/** The system coordinates are in: its name, and its definition where a format holds it. */
export interface ExportCrs {
  code: string;
  projJson: Record<string, unknown> | null;
}

export interface WriterRequest {
  path: string;
  columns: readonly Column[];
  /** Null for longitude and latitude of WGS 84. */
  crs: ExportCrs | null;
  layerName: string;
  /** Nothing of it has a place. */
  isTable: boolean;
  /** How a table says where a row is. */
  place: 'wkt' | 'lonlat';
}
