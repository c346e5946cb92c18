import type { Platform } from '../../../platform/platform.ts';
import type { RasterSources } from '../source/raster-sources.ts';
import type { ImageToolId, ProjectId, ToolParameters } from '@groma/model';

/** A tool that is carried out over images. */
export interface WantedImageWork {
  tool: ImageToolId;
  projectId: ProjectId;
  /**
   * Images are named by what a raster layer shows (a path, an address, several of them), or by a reference in `kept`.
   */
  parameters: ToolParameters;
  /** Files of images that earlier steps have made, by their references. */
  kept: Readonly<Record<string, string>>;
  /** Features as a GeoPackage in degrees, with their extent. */
  features: { file: string; bbox: readonly number[] | null } | null;
  /** Where files are made; whoever asks removes it. */
  folder: string;
  /** Only this part of the images is wanted, so coarse: a box in degrees, and pixels of its longer side. */
  view?: { box: readonly number[]; longest: number } | undefined;
  signal: AbortSignal;
  onProgress(fraction: number): void;
}

/** A cloud-optimised GeoTIFF, or a file of features. */
export interface MadeOfImages {
  kind: 'image' | 'features';
  file: string;
  /** What the values of a classified image stand for, by growing values. */
  classes?: { value: number; name: string; color: string }[];
  /** Files that come beside it, by what is put behind its name. */
  beside?: { name: string; file: string }[];
  /** What was left out. */
  remarks?: string[];
}

/** What works on images shares. */
export interface ImageParts {
  platform: Platform;
  sources: RasterSources;
}
