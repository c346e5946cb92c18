import {
  downloadRequestSchema,
  type compositeGrid,
  type CompositeRecipe,
  type DataPath,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { z } from 'zod';
import type { OperationContext } from '../../../platform/operation/operation-kind.ts';

/** What an order is carried out from. */
export const plannedDownload = z.object({
  projectId: z.custom<ProjectId>(),
  userId: z.custom<UserId>(),
  request: downloadRequestSchema,
  sourceId: z.string().optional(),
  collection: z.string().optional(),
  /** The file of a composite, or the folder of the files of scenes. */
  target: z.custom<DataPath>(),
  /** Whose file in its place goes to the trash. */
  replacedBy: z.custom<UserId>().nullable(),
  /** The layers that are made of the results. */
  layer: z.object({ mapId: z.string(), layerId: z.string(), name: z.string() }).nullable(),
});
export type PlannedDownload = z.output<typeof plannedDownload>;

/** One file that is made. */
export interface OrderedImage {
  recipe: CompositeRecipe;
  /** Once its files were found. */
  prepared: {
    grid: z.output<typeof compositeGrid>;
    type: 'uint8' | 'int8' | 'uint16' | 'int16' | 'uint32' | 'int32' | 'float32' | 'float64';
    nodata: number | null;
    versions: number[];
  } | null;
  /** Rows of tiles that are written. */
  rows: number;
  /** Whether the file is whole and cloud-optimised. */
  isMade: boolean;
  target: DataPath;
}

/** What an attempt has done; the next begins with it. */
export interface DownloadCheckpoint {
  /** What is being made lies here. */
  folder: string;
  images: OrderedImage[];
  left: { id: string; reason: string }[];
  /** Files that are whole and about to appear, with their sizes and what was there before. */
  placed: { path: DataPath; bytes: number; before: string | null }[] | null;
}

export interface DownloadResult {
  files: { path: DataPath; bytes: number }[];
  layer_id: string | null;
}

export type DownloadContext = OperationContext<DownloadResult, DownloadCheckpoint>;
