import type { Column, LayerFeature, SnapshotManifest } from '@groma/geo';
import type { LayerFilter, LayerJoin, ToolId, ToolParameters, ToolServiceName, ToolWarning } from '@groma/model';
import type { CrsInfo, ExportFormat, ExportLoss, VectorUpdateRequest } from '@groma/protocol';
import type { DirectRequest } from './direct/direct-request.ts';
import type { SentError } from './thread-error.ts';
import type { WriterRequest } from './write/feature-writer.ts';
import type { ExchangeTable } from './write/write-exchange.ts';

/** What the thread is told of a layer: its snapshot. Its edits come beside, as the log has them. */
export interface LayerState {
  layerId: string;
  /** For messages. */
  name: string;
  manifest: SnapshotManifest;
  /** Null for a layer that was drawn and has no snapshot yet. */
  snapshotKey: string | null;
  snapshotSeq: number;
}

/** A join of a layer with the layer that it brings columns of. */
export interface LayerJoinState {
  join: LayerJoin;
  layer: LayerState;
  log: LogRow[];
}

/** A row of the edit log; the operation stays JSON text until it is in the thread. */
export interface LogRow {
  seq: number;
  operation: string;
}

/**
 * What a person asks for, or inverses from the log as JSON text. Parts of an inverse that meet nothing any more are
 * left out, where a person's own edit would be refused. `undone` are edits of the person with their inverses: what
 * others have written since stays.
 */
export type WantedEdits =
  | { requests: VectorUpdateRequest[] }
  | { inverses: string[] }
  | { undone: { operation: string; inverse: string }[] };

export interface PrepareEdits {
  /** The layer, to be built anew from `log`, or what the thread is believed to have of it, with its newest edit. */
  layer: LayerState | { layerId: string; snapshotKey: string | null; fromSeq: number };
  /** The edits after `fromSeq`, or all after the snapshot. */
  log: LogRow[];
  wanted: WantedEdits;
}

/** An edit ready for the log: operation and inverse as JSON text, and the ids its added features have. */
export interface PreparedEdit {
  operation: string;
  inverse: string;
  fids: number[];
  /** Of the last edit of an undo: something of it all stays, because somebody has changed it since. */
  isLess?: boolean;
}

/** What is read beside a snapshot: what comes before its part files, and behind them. */
export interface LayerChanges {
  head: Uint8Array;
  streams: Uint8Array;
}

/** Work of the thread, by name: what goes in and what comes out. */
export interface WorkerTasks {
  /** Checks edits, gives ids and inverses. Answers null when the layer has to be given anew. */
  prepareEdits: { input: PrepareEdits; output: PreparedEdit[] | null };
  /** The prepared edits are in the log up to `seq`. */
  confirmEdits: { input: { layerId: string; seq: number }; output: null };
  /** The prepared edits did not come into the log. */
  forgetLayer: { input: { layerId: string }; output: null };
  /** Those of some features that are there now, with their edits. */
  readFeatures: { input: { layer: LayerState; log: LogRow[]; fids: number[] }; output: LayerFeature[] };
  /** The coordinate systems that the PROJ of this machine knows. */
  listCrs: { input: null; output: CrsInfo[] };
  /**
   * Writes the layer with its edits as GeoParquet for SQL, as far as its files are not in the folder; answers their
   * names.
   */
  writeTable: {
    input: { layer: LayerState; log: LogRow[]; joins: LayerJoinState[]; folder: string };
    output: { files: string[] };
  };
  /** What edits change, to be read beside the snapshot; null where the snapshot has to be written anew. */
  layerChanges: { input: { layer: LayerState; log: LogRow[] }; output: LayerChanges | null };
  /** The columns with which a tool takes a layer. */
  toolColumns: { input: Omit<ToolLayer, 'fids'>; output: Column[] };
  /** Writes the layer with its edits as a new snapshot into a folder, a file for each part. */
  foldLayer: {
    input: { layer: LayerState; log: LogRow[]; joins: LayerJoinState[]; folder: string };
    output: { manifest: SnapshotManifest };
  };
}

/**
 * What is written into a file: the features of a layer, or those of an exchange file that GDAL has brought to another
 * system.
 */
export type WriteFeatures = Omit<WriterRequest, 'columns' | 'isTable'> & {
  source:
    | { layer: LayerState; log: LogRow[]; fids: number[] | null; filter?: LayerFilter; joins?: LayerJoinState[] }
    | { exchange: string; columns: readonly Column[] };
  format: ExportFormat;
  form: 'geojson' | 'csv' | 'geoparquet' | 'exchange' | 'exchange-to-return' | 'exchange-by-kind';
};

/** What is said while features are written, one JSON text a piece; the last has `done`. */
export type WriteProgress = {
  count: number;
  done?: { columns: Column[]; names: string[]; tables: ExchangeTable[]; losses: ExportLoss[] };
};

/** A layer that a tool takes, with its edits and joins: all features, or those of these ids. */
export interface ToolLayer {
  layer: LayerState;
  log: LogRow[];
  fids: number[] | null;
  /** What is joined to it. */
  joins?: LayerJoinState[];
}

/** A tool with what it takes. `inputs` are layers by the names of the tool's inputs; null for one that is not there. */
export interface RunToolTask {
  /** Null for the features as they are. */
  tool: ToolId | null;
  /** The features as they are, once they are what the tool takes. */
  asTaken?: true;
  inputs: Record<string, ToolLayer | null>;
  parameters: ToolParameters;
  /** Where the part files of the result go. */
  folder: string;
  /**
   * The features whose place the result takes: it is answered as edits take it then, with no more than `mostReplaced`
   * features.
   */
  target: ToolLayer | null;
  /** The target is an earlier result, all of which is replaced. */
  isAgain: boolean;
  /** The columns of the target are replaced too. */
  replacesColumns?: boolean;
}

/**
 * Columns that go with the features that are replaced, and those that come; `at` is the place of one that does not come
 * last.
 */
export interface ColumnChanges {
  goneColumns: string[];
  newColumns: (Column & { at?: number })[];
}

/** What is said while a tool runs, one JSON text a piece; the last has `done`. */
export interface ToolProgress {
  fraction: number;
  done?: {
    manifest: SnapshotManifest;
    skipped: { reason: ToolWarning; count: number }[];
    /** Ids of the features of the target, what stands in their place, and how the columns of the target change. */
    replaced: ({ taken: number[]; features: LayerFeature[] } & ColumnChanges) | null;
  };
}

/** Work of the thread that answers piece by piece. */
export interface WorkerStreams {
  /** Lines of the read-map stream with the features of a layer as GeoJSON (UTF-8). */
  featureLines: { input: { layer: LayerState; log: LogRow[]; joins?: LayerJoinState[] } };
  /** Writes features into a file of a folder; the pieces say how far it is. */
  writeFeatures: { input: WriteFeatures };
  /** Writes a vector file in another format by one stream; the pieces say how far it is. */
  writeDirectly: { input: DirectRequest };
  /** Runs a tool on layers and writes its result as a snapshot into a folder; the pieces say how far it is. */
  runTool: { input: RunToolTask };
}

export type ToWorker =
  | { kind: 'call'; id: number; task: string; input: unknown }
  | { kind: 'open'; id: number; task: string; input: unknown }
  | { kind: 'next'; id: number }
  | { kind: 'drop'; id: number }
  | { kind: 'bytes'; id: number; bytes: Uint8Array | null }
  /** What a service answers, or how it fails. */
  | { kind: 'told'; id: number; value: unknown }
  | ({ kind: 'refused'; id: number } & SentError);

export type FromWorker =
  /** With the memory that the thread has taken for itself: its heap, and arrays and WebAssembly beside it. */
  | { kind: 'answer'; id: number; value: unknown; heldBytes: number }
  | ({ kind: 'failure'; id: number } & SentError)
  /** The thread wants bytes of a blob, both ends inclusive. */
  | { kind: 'read'; id: number; key: string; start: number; end: number }
  /** A tool asks a service of the server. */
  | { kind: 'ask'; id: number; service: ToolServiceName; method: string; input: unknown };
