import type {
  Bbox,
  LayerFeature,
  NearPosition,
  PropertyValue,
  SearchPlace,
  SimpleGeometry,
  SnapshotManifest,
  VectorUpdate,
} from '@groma/geo';
import type { BreakMethod, Measurement } from '@groma/geo';
import type { LayerFilter } from '@groma/model';
import type { BatchClasses, Classing, RowLook } from './classing.ts';
import type { ColumnClasses, ColumnSummary, ValueCounts } from './column-summary.ts';
import type { ChartAnswer, ChartAsk } from './chart/draw-chart.ts';
import type { DrawBatch } from './draw-batch.ts';
import type { DrawShape } from './draw-shape.ts';
import type { JoinProposal, JoinShare } from './join-share.ts';
import type { LayerColumn } from './layer-joins.ts';
import type { OwnParts, SomeRows } from './layer-rows.ts';
import type { EditName } from './own-edits.ts';
import type { FormulaPreview } from './preview-formula.ts';
import type { LabelRequest, PlacedLabels } from './place-labels.ts';
import type { ClusterView } from './point-clusters.ts';
import type { HeatCells } from './heat-cells.ts';
import type { HexagonView } from './hexagon-bins.ts';
import type { ClusterAsk, HeatAsk, HexagonAsk } from './point-groups.ts';
import type { SizedPick } from './sized-pick.ts';
import type { RowQuery } from './row-query.ts';

/** What a worker needs to read a snapshot: its manifest, and the address of each of its parts in their order. */
export interface SnapshotSource {
  manifest: SnapshotManifest;
  partUrls: readonly string[];
}

export interface FeatureDescription {
  fid: number;
  properties: [name: string, value: PropertyValue][];
}

/** What a batch is drawn from, by the id of the batch. */
interface BatchShape {
  id: string;
  shape: DrawShape;
}

/** What the worker is asked about one layer, and what it answers. */
export interface LayerQuestions {
  /**
   * Reads the snapshot; events tell how it goes. Answers when it is whole, or what is in `sight` of it where that is
   * given.
   */
  load: { ask: SnapshotSource & { sight?: Bbox | null }; answer: void };
  /** Reads what is in a box and was left out before; all that was where it is null. */
  see: { ask: { sight: Bbox | null }; answer: void };
  apply: { ask: { updates: readonly VectorUpdate[] } & OwnParts; answer: void };
  /** What undoes own changes, to be shown while the server is away; null where that is not known here. */
  undoOf: { ask: { names: readonly EditName[] }; answer: VectorUpdate[] | null };
  /** The shapes of batches that are drawn already, for another picture of them. */
  shapes: { ask: { batchIds: readonly string[] }; answer: BatchShape[] };
  /** Rows of a query with the given columns, else all; then the feature id and the row's place. */
  window: {
    ask: RowQuery & { start: number; end: number; columns?: readonly string[] };
    answer: { rows: unknown[][]; rowCount: number };
  };
  fids: { ask: RowQuery; answer: Int32Array<ArrayBuffer> };
  placeOf: { ask: RowQuery & { fid: number }; answer: number };
  describe: { ask: { fid: number }; answer: FeatureDescription | null };
  /**
   * The topmost feature at a place, with its shape unless that is very large. `unseen` are classes that are not drawn.
   */
  pick: {
    ask: SearchPlace & { unseen: readonly number[]; sized?: SizedPick | null };
    answer: { fid: number; shape: SimpleGeometry | null } | null;
  };
  /** All features that share a point with a box. */
  within: { ask: { box: Bbox; unseen: readonly number[] }; answer: Int32Array<ArrayBuffer> };
  nearest: { ask: SearchPlace & { except: readonly number[]; unseen: readonly number[] }; answer: NearPosition | null };
  features: { ask: { fids: readonly number[] }; answer: LayerFeature[] };
  bounds: { ask: { fids: Int32Array }; answer: Bbox | null };
  measure: { ask: { fids: Int32Array }; answer: { area: number; length: number } };
  measurement: { ask: { fid: number }; answer: Measurement };
  /** Those of some features that the filter keeps. */
  shown: { ask: { fids: Int32Array }; answer: Int32Array<ArrayBuffer> };
  /** By what features are classed, and which are there, from now on; an event tells the classes. */
  classBy: { ask: RowLook; answer: void };
  /** How many features would meet one of another layer that is read, by two columns. */
  joinShare: { ask: { otherId: string; column: string; otherColumn: string }; answer: JoinShare };
  /** The columns by which two layers meet best; null where they don't. */
  proposeJoin: { ask: { otherId: string }; answer: JoinProposal | null };
  /** Of the features that are shown, or of all. */
  values: { ask: { column: string; most: number; isWhole?: boolean }; answer: ValueCounts };
  classes: {
    ask: { column: string; wanted: { method: BreakMethod; count: number } | { breaks: readonly number[] } };
    answer: ColumnClasses;
  };
  summary: { ask: { column: string; some: SomeRows }; answer: ColumnSummary };
  /** Clusters of points in a box at a zoom. */
  clusters: { ask: ClusterAsk; answer: ClusterView };
  /** Points in a box summed up in small cells. */
  heat: { ask: HeatAsk; answer: HeatCells };
  /** All points in hexagons; and the classes of what is in those. */
  hexagons: { ask: HexagonAsk; answer: HexagonView };
  hexagonClasses: {
    ask: HexagonAsk & { wanted: { method: BreakMethod; count: number } };
    answer: ColumnClasses;
  };
  /** Labels of several layers at once, so that they keep clear of each other. */
  labels: { ask: LabelRequest; answer: PlacedLabels[] };
  /** The features for which a condition is true, of those that the filter keeps. */
  matching: { ask: { condition: string }; answer: Int32Array<ArrayBuffer> };
  preview: { ask: { formula: string; most: number }; answer: FormulaPreview[] };
  csv: { ask: { columns: readonly string[]; some: SomeRows }; answer: Blob };
  /** Names of the columns whose figures are written without thousands separators. */
  ungrouped: { ask: Record<never, never>; answer: string[] };
  chart: { ask: ChartAsk; answer: ChartAnswer };
  /** Forgets the layer and stops reading it. */
  drop: { ask: Record<never, never>; answer: void };
}
export type Question = keyof LayerQuestions;

export interface WorkerRequest<Name extends Question = Question> {
  number: number;
  layerId: string;
  question: Name;
  ask: LayerQuestions[Name]['ask'];
}

/** What the worker tells of a layer without being asked. */
export type LayerEvent =
  /** Reading begins (again): what was drawn is to be forgotten. */
  | { event: 'began'; layerId: string }
  | { event: 'progress'; layerId: string; percent: number }
  | {
      event: 'drawn';
      layerId: string;
      drawn: DrawBatch[];
      removed: string[];
      classes: Record<string, BatchClasses> | null;
    }
  /** Classes by the id of the batch: of all batches where `isAll`, null where there are none. */
  | {
      event: 'classed';
      layerId: string;
      classing: Classing | null;
      filter: LayerFilter;
      classes: Record<string, BatchClasses> | null;
      isAll: boolean;
    }
  /** After reading, each edit and each filter; `shown` of the features are those that the filter keeps. */
  | { event: 'described'; layerId: string; count: number; shown: number; columns: LayerColumn[] };

export type WorkerReply =
  | { number: number; answer: unknown }
  | { number: number; failure: { message: string; code: string | null } }
  | LayerEvent;
