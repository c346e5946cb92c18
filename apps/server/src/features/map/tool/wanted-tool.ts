import type { SnapshotManifest } from '@groma/geo';
import type {
  DataPath,
  ImageToolId,
  InputValue,
  LayerReference,
  OperationRemark,
  ProjectId,
  RasterStyle,
  ToolDefinition,
  ToolId,
  ToolParameters,
  UserId,
} from '@groma/model';
import type { ExportFormat, ToolOutcome } from '@groma/protocol';
import type { OperationContext, OperationProgress } from '../../../platform/operation/operation-kind.ts';
import type { Origin, OriginBlock, OriginInput } from '../../../platform/origin/origin.ts';
import type { MapParts } from '../edit/map-parts.ts';
import type { RowSources } from './row-sources.ts';
import type { ToolSource } from './tool-source.ts';
import type { OpenToolServices } from './tool-services.ts';

/** A run of a tool, as its operation holds it. */
export interface WantedTool {
  tool: string;
  projectId: ProjectId;
  user: { id: UserId; username: string };
  layer: ToolSource | null;
  features: number[] | null;
  parameters: ToolParameters;
  /** The block of a notebook whose code asks. */
  block?: OriginBlock | undefined;
  output:
    | { kind: 'layer'; mapId: string; layerId: string; name: string }
    | { kind: 'replace' }
    /** `output` is the name under which a tool of people has given it before. */
    | { kind: 'again'; target: LayerReference; output?: string | undefined }
    /** The file of a tool of people, by the name under which that has given it before. */
    | { kind: 'file-again'; target: DataPath; output: string }
    | { kind: 'preview'; layerId: string; name: string }
    | ({ kind: 'file'; layerId: string } & ToolFile)
    | ImageOutput
    | PictureOutput
    /** Kept for further steps, seen by nobody. */
    | { kind: 'result'; layerId: string; name: string };
  /** How the result is made, where it is not by this tool alone. */
  origin?: Origin | undefined;
}

/** An image as a file of the project, and the layer that shows it. */
export interface ImageOutput {
  kind: 'image';
  target: DataPath;
  /** What a file is called whose name nobody has chosen: another takes the next free name. */
  proposed: string | null;
  /** Whoever wants a file of that name replaced; its version goes to their trash. */
  replacedBy: UserId | null;
  layer: { mapId: string; layerId: string; name: string } | null;
}

/** An image that is only looked at, in the part that a map shows. */
export interface PictureOutput {
  kind: 'picture';
  layerId: string;
  name: string;
  /** West, south, east and north in degrees. */
  box: [number, number, number, number];
  /** Pixels of the longer side. */
  longest: number;
}

/** A value of a classified image, with what it stands for. */
export interface ImageClass {
  value: number;
  name: string;
  /** `#rrggbb` */
  color: string;
}

/** A run whose result goes where it is asked for; a file that is made again is chosen among the results first. */
export type KeptTool = Omit<WantedTool, 'output'> & {
  output: Exclude<WantedTool['output'], { kind: 'file-again' } | { kind: 'image' } | { kind: 'picture' }>;
};
/** What is read of the definition of a tool to run it; without an id the features are taken as they are. */
export type CarriedTool = Pick<ToolDefinition, 'inputs' | 'fields' | 'service'> & { readonly id: ToolId | null };

/** A preview is kept with what was made of what, for the layer that it may become. */
export type ToolResult = ToolOutcome & {
  origin?: Origin;
  kept?: Pick<StoredResult, 'snapshotKey' | 'manifest'>;
  /** Where the picture of an image lies that is only looked at. */
  pictureKey?: string;
};

/** A file of the project that a result becomes. */
export interface ToolFile {
  target: DataPath;
  format: ExportFormat;
  /** Whoever wants a file of that name replaced; its version goes to their trash. */
  replacedBy: UserId | null;
}

/** What is known of a file before it appears. */
export interface ToolCheckpoint {
  /** The file of a result; null where none is about to appear. */
  made: {
    result: ToolResult;
    remarks: OperationRemark[];
    /** Identity of the file that stood there before; null where none did. */
    before: string | null;
    origin: Origin;
    /** Of a classified image. */
    classes?: ImageClass[];
  } | null;
  /** Files beside it, which the next attempt writes anew in the same places. */
  beside?: DataPath[];
  /** How far the workflow is that runs as a tool; only it reads that. */
  workflow?: object;
}

/** A tool that people have made. */
export interface ProjectTool {
  definition: ToolDefinition;
  /** Changes with what it does. */
  version: string;
  source:
    | { kind: 'notebook'; notebookId: string }
    | { kind: 'query'; databaseId: string; query: string }
    | { kind: 'workflow'; workflowId: string };
}

/**
 * What such a tool gives: rows as an Arrow stream, or a file, in the temporary bucket; rows by their reference; or a
 * file that is there already.
 */
export interface GivenResult {
  /** An empty text for the name of the tool. */
  name: string;
  kind: 'layer' | 'table' | 'file';
  path: DataPath;
  geometryColumn: string | null;
  ending: string | null;
  isThere: boolean;
  /** Of rows that a workflow gives: what they are, and the data that they are made of. `path` is then no file. */
  rows?: { reference: string; sources: OriginInput[] };
}

/** What an attempt at a run is given. */
export type ToolContext = OperationContext<ToolResult, ToolCheckpoint>;

/** What carrying out needs of it, which a step of another operation has too. */
export type CarryingContext = Pick<ToolContext, 'id' | 'signal' | 'report' | 'keep' | 'complete'> &
  Partial<Pick<ToolContext, 'checkpoint'>>;

/** The tools that people have made, and how they run, through main. */
interface ProjectToolNeeds {
  find(projectId: ProjectId, toolId: string): Promise<ProjectTool | undefined>;
  runNotebook(
    wanted: { projectId: ProjectId; notebookId: string; userId: string; values: InputValue[] },
    signal: AbortSignal,
  ): Promise<{ published: GivenResult[]; printed: string }>;
  /** The rows of a query as the pieces of an Arrow stream; null where it has none. */
  runQuery(asked: {
    projectId: ProjectId;
    userId: UserId;
    database: string;
    query: string;
    params: Record<string, unknown>;
    signal: AbortSignal;
  }): Promise<Uint8Array[] | null>;
  /** Runs a workflow and gives what it saves; `keep` is told how far it is, for the next attempt. */
  runWorkflow(wanted: {
    projectId: ProjectId;
    user: { id: UserId; username: string };
    workflowId: string;
    name: string;
    parameters: ToolParameters;
    operationId: OperationContext['id'];
    checkpoint: object | null;
    keep(checkpoint: object): Promise<void>;
    report(progress: OperationProgress): void;
    signal: AbortSignal;
  }): Promise<GivenResult[]>;
}

/** A result as a snapshot in the store. */
export interface StoredResult {
  layerId: string;
  snapshotKey: string;
  manifest: SnapshotManifest;
}

/** Works on images, through main. */
interface ImageNeeds {
  /**
   * A part of the file at an address.
   * @throws GromaError BAD_INPUT, FILE_UNREADABLE, OUTBOUND_REFUSED, OUTBOUND_TOO_LONG
   */
  readAddressPart(
    wanted: { url: string; offset: number; length: number; version?: string | undefined; name: string },
    signal: AbortSignal,
  ): Promise<{ bytes: Uint8Array; range: string; etag: string }>;
  /**
   * Carries out a tool over images. What it takes is named by its parameters.
   * @returns a cloud-optimised GeoTIFF, or a file of features, in the folder
   * @throws GromaError as the tool's definition says
   */
  run(wanted: {
    tool: ImageToolId;
    projectId: ProjectId;
    parameters: ToolParameters;
    /** Files of images that earlier steps have made, by their references. */
    kept: Readonly<Record<string, string>>;
    /** Features as a GeoPackage in degrees, with their extent; null for a tool that takes none. */
    features: { file: string; bbox: readonly number[] | null } | null;
    /** Only this part of the images is wanted, so coarse. */
    view?: { box: readonly number[]; longest: number } | undefined;
    folder: string;
    signal: AbortSignal;
    onProgress(fraction: number): void;
  }): Promise<{
    kind: 'image' | 'features';
    file: string;
    classes?: ImageClass[];
    /** Files that come beside an image, by what is put behind its name. */
    beside?: { name: string; file: string }[];
    remarks?: string[];
  }>;
  /** Draws an image that is no file of the project as a PNG in web Mercator. @throws GromaError FILE_UNREADABLE */
  draw(
    wanted: {
      file: string;
      box: readonly [number, number, number, number];
      longest: number;
      look: Partial<RasterStyle>;
    },
    signal: AbortSignal,
  ): Promise<Uint8Array>;
  /** How an image is drawn at first. @throws GromaError FILE_UNREADABLE, RASTER_NO_BANDS */
  readFirstStyle(projectId: ProjectId, path: string, signal: AbortSignal): Promise<RasterStyle>;
}

/** Writes results as files, as exports of layers are written. */
export interface ResultFiles {
  /**
   * Where a path points to, and the format that its ending names; null for another ending.
   * @throws GromaError BAD_PATH
   */
  place(path: string): { target: DataPath; format: ExportFormat | null };
  /** The endings of all formats, for messages. */
  readonly endings: readonly string[];
  /** Writes a result into a file of a folder. @throws GromaError EXPORT_FAILED */
  make(
    result: StoredResult,
    wanted: { format: ExportFormat; name: string; folder: string },
    signal: AbortSignal,
  ): Promise<{ file: string; count: number; remarks: OperationRemark[] }>;
}

/** What the files of this folder share. */
export type ToolParts = MapParts & {
  readonly resultFiles: ResultFiles;
  readonly services: OpenToolServices;
  readonly rows: RowSources;
  readonly projectTools: ProjectToolNeeds;
  readonly images: ImageNeeds;
  /** Puts a raster on top of a map, once for each id. */
  addRaster(
    layer: { projectId: ProjectId; mapId: string; layerId: string; name: string },
    raster: { url: string; style: RasterStyle },
    userId: UserId,
  ): Promise<void>;
};
