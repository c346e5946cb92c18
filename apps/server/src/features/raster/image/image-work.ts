import type { ImageToolId, ProjectId, ToolParameters } from '@groma/model';

/** A tool that is carried out over images. */
export interface WantedImageWork {
  tool: ImageToolId;
  projectId: ProjectId;
  /** Images are named by the paths of their files. */
  parameters: ToolParameters;
  /** Features as a GeoPackage in degrees, with their extent. */
  features: { file: string; bbox: readonly number[] | null } | null;
  /** Where files are made; whoever asks removes it. */
  folder: string;
  signal: AbortSignal;
  onProgress(fraction: number): void;
}

/** A cloud-optimised GeoTIFF, or a file of features. */
export interface MadeOfImages {
  kind: 'image' | 'features';
  file: string;
}
