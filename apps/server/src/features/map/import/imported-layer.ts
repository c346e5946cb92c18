import type { Bbox, Column, GeometryKind, SnapshotManifest } from '@groma/geo';
import type { LegacyEncoding } from '@groma/model';
import type { LeftOutReason } from '@groma/protocol';
import type { GdalSetup } from '../../../platform/gdal/gdal-sandbox.ts';
import type { LeftOutReport, RowContent } from './left-out.ts';

/** Something a person should know about a layer that was imported all the same. */
export type ImportWarning = {
  code:
    | 'empty-layer'
    | 'invalid-geometry'
    | 'no-geometry'
    | 'split-collection'
    | 'cut-at-antimeridian'
    | 'edge-around'
    | 'position-accuracy'
    | 'type-widened'
    | 'column-renamed'
    | 'column-left-out'
    | 'time-cut'
    | 'reader-said'
    | 'left-out'
    | 'cut-off'
    | 'guessed-encoding'
    | 'replaced-text'
    | 'open-quote'
    | 'extra-cells'
    | 'fid-replaced';
  /** Number of features concerned. */
  count: number;
  message: string;
};

/** A layer as it was read: its snapshot lies in the work folder, nothing of it anywhere else. */
export type ImportedLayer = {
  name: string;
  /** The coordinate system that was read from: `EPSG:32633`, or the name of one without a code. */
  crs: string;
  /** Its code or WKT, as PROJ takes it; null where positions were degrees of WGS 84 already. */
  crsDefinition: string | null;
  geometryKinds: GeometryKind[];
  featureCount: number;
  bbox: Bbox | null;
  columns: Column[];
  manifest: SnapshotManifest;
  /** Path of each part file of the manifest, by its name. */
  files: Record<string, string>;
  warnings: ImportWarning[];
  /** Rows that could not become features; null where all of them did. */
  leftOut: LeftOutReport | null;
};

/** How far an import is: `fraction` from 0 to 1 over the whole file, as far as it can be known. */
export type ImportProgress = { layer: string; features: number; fraction: number };

/** How a table is read: the delimiter, and the columns of coordinates by name. What is left out is found out. */
export type TableReading = {
  delimiter?: string | undefined;
  x?: string | undefined;
  y?: string | undefined;
  wkt?: string | undefined;
  /** Its rows are wanted without places, whatever its columns are called. */
  hasNoPlaces?: boolean | undefined;
};

/** What a reader of one format is given. */
export type ReadRequest = {
  /** Real path of the main file; companions lie beside it. */
  sourcePath: string;
  /** Name of the file as the person knows it. */
  fileName: string;
  /** A coordinate system such as `EPSG:32633`, used instead of what the file says or fails to say. */
  assumedCrs: string | null;
  /** How a table is read, as far as a person said. */
  table: TableReading;
  /** Of the rows of a query, the column that gives the places. */
  geometryColumn?: string;
  /** With it, the places are points: longitudes of that column, latitudes of this one, in degrees. */
  latitudeColumn?: string;
  /** A table without places is taken for its rows. */
  takesRows?: true;
  /** The encoding of the text as a person said; null where it is found out. */
  encoding: LegacyEncoding | null;
  /**
   * Rows that were left out before the reader of the format sees the file, and the numbers of those that are still in
   * it.
   */
  leftBefore?: {
    rows: { row: number; reason: LeftOutReason; detail: string; content: RowContent }[];
    rowNumbers: number[];
  };
  workFolder: string;
  /** Null where GDAL is not installed. */
  gdal: GdalSetup | null;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
};
