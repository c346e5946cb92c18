import type { ConversionOptions, DataPath, OperationRemark, ProjectId, RasterStyle, UserId } from '@groma/model';
import type { ConversionFormat } from '@groma/protocol';
import type { WantedImage } from '../../platform/gdal/array-file.ts';
import type { OperationContext, OperationKind } from '../../platform/operation/operation-kind.ts';
import type { Bucket } from '../../platform/storage/file-store.ts';
import type { VectorFormat } from './output-format-table.ts';

export interface WantedConversion {
  projectId: ProjectId;
  userId: UserId;
  operationId: string;
  bucket: Bucket;
  format: ConversionFormat;
  inputs: readonly string[];
  excluded: readonly string[];
  /** Name of the workflow that this is a run of: people read it as the title, and the progress in its words. */
  workflowName?: string;
  /** Where results go; beside each source when left out. */
  folder: string | undefined;
  /** `EPSG:n` of sources that do not say it. */
  crs: string | undefined;
  /**
   * Sources that nothing places are refused, as pictures always are: one alone at once, several when they are
   * converted.
   */
  needsPlace: boolean;
  /** Which image of a file of arrays is converted. */
  array?: WantedImage | undefined;
  /** A layer that is drawn from the source, and from the copy once that is there. */
  layer: { mapId: string; layerId: string } | undefined;
  /** A layer that is made of the copy. */
  newLayer: NewLayer | undefined;
  /** How rasters are written. */
  options?: ConversionOptions | undefined;
  /** Aborted when nobody waits for the beginning any more. */
  signal: AbortSignal;
}

/** Layers of maps that are drawn from a file; handed in. */
interface DrawnLayers {
  /** @throws GromaError for a layer that is not there, is no raster or not the person's to change */
  require(layer: DrawnLayer, userId: UserId, options?: { evenWithoutPlan: boolean }): Promise<void>;
  switchToCopy(layer: DrawnLayer, from: string, to: string): Promise<void>;
  /** @throws GromaError for a map that is not there or not the person's to change */
  requireMap(
    map: Pick<DrawnLayer, 'projectId' | 'mapId'>,
    userId: UserId,
    options?: { evenWithoutPlan: boolean },
  ): Promise<void>;
  add(layer: DrawnLayer & { name: string }, raster: { url: string; style: RasterStyle }, userId: UserId): Promise<void>;
}
interface DrawnLayer {
  projectId: ProjectId;
  mapId: string;
  layerId: string;
}
interface NewLayer {
  mapId: string;
  layerId: string;
  name: string;
}

/** What conversions need of other features. */
export interface ConversionNeeds {
  layers: DrawnLayers;
  /** Converts a vector file into files of a folder, one for each of its layers. */
  convertVector(wanted: {
    projectId: ProjectId;
    path: DataPath;
    bucket: Bucket;
    format: VectorFormat;
    crs: string | undefined;
    folder: string;
    signal: AbortSignal;
    onProgress(fraction: number): void;
  }): Promise<{ layers: { name: string; file: string }[]; remarks: OperationRemark[] }>;
  /** How a copy is drawn at first. */
  readFirstStyle(projectId: ProjectId, path: string, signal: AbortSignal): Promise<RasterStyle>;
}

export interface Step {
  from: DataPath;
  to: DataPath;
  /** Which layer of the source it is, from 1 on; left out for the first or only one. */
  layer?: number | undefined;
  /** Of the source, when the conversion began; for the origin of the result. */
  version?: number | undefined;
  /** Version of the result that is made again: a file that still has it is not the new one. */
  replaces?: number | undefined;
}

/** What a conversion is carried out from. */
export interface PlannedConversion {
  projectId: ProjectId;
  userId: UserId;
  bucket: Bucket;
  format: ConversionFormat;
  workflowName?: string | undefined;
  crs?: string | undefined;
  needsPlace: boolean;
  options?: ConversionOptions | undefined;
  array?: WantedImage | undefined;
  layer?: WantedConversion['layer'];
  newLayer?: WantedConversion['newLayer'];
  steps: readonly Step[];
  /** The results are there, and are made again: those before go to the trash. */
  isAgain?: boolean | undefined;
}

/**
 * Results that were made and were about to appear: where each goes, with its size in bytes; before that, how many
 * sources are done.
 */
export interface ConversionCheckpoint {
  steps: readonly Step[];
  made: readonly number[] | null;
  done?: number;
}

export type ConversionOperation = OperationKind<PlannedConversion, void, ConversionCheckpoint>;
export type ConversionContext = OperationContext<void, ConversionCheckpoint>;
