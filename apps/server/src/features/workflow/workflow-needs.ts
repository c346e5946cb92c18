import type {
  ConversionOptions,
  FindWorkflowTool,
  OperationId,
  ProjectId,
  UserId,
  WorkflowTool,
  WorkflowValues,
} from '@groma/model';
import type { Origin, OriginInput } from '../../platform/origin/origin.ts';
import type { OperationProgress } from '../../platform/operation/operation-kind.ts';

/** Who has a step run, in which operation. */
export interface StepCaller {
  projectId: ProjectId;
  user: { id: UserId; username: string };
  operationId: OperationId;
  signal: AbortSignal;
}

/** What is known of a file before it appears; only its maker reads it. */
export type SaveCheckpoint = object;

/** What runs of workflows need of other features; handed in by main. */
export interface WorkflowNeeds {
  /** Begins a conversion as an operation and answers the paths of its results. */
  beginConversion(wanted: {
    projectId: ProjectId;
    userId: UserId;
    operationId: string;
    workflowName: string;
    inputs: readonly string[];
    excluded: readonly string[];
    format: string;
    folder: string | undefined;
    /** How rasters are written. */
    options: ConversionOptions | undefined;
    signal: AbortSignal;
  }): Promise<string[]>;
  findTool: FindWorkflowTool;
  /** A tool that people of a project offer. */
  findProjectTool(projectId: ProjectId, toolId: string): Promise<{ definition: WorkflowTool } | undefined>;
  /**
   * The reference, by ids, of what a name of data stands for.
   * @throws GromaError NOT_FOUND, BAD_INPUT where several have the name
   */
  settle(asked: { projectId: ProjectId; userId: UserId }, name: string, signal: AbortSignal): Promise<string>;
  /** Rows of a statement over the project; null where it gives none. @throws GromaError SQL_FAILED, FORBIDDEN */
  queryProject(asked: {
    projectId: ProjectId;
    userId: UserId;
    query: string;
    params: Record<string, unknown>;
    signal: AbortSignal;
  }): Promise<Uint8Array[] | null>;
  /** Tools, for steps. */
  steps: {
    run(
      caller: StepCaller,
      wanted: {
        tool: string | null;
        inputs: Readonly<Record<string, string>>;
        parameters: Readonly<Record<string, unknown>>;
        name: string;
        isFresh: boolean;
        nonce: string;
        report(progress: OperationProgress): void;
        checkpoint?: SaveCheckpoint | null;
        keep?(checkpoint: SaveCheckpoint): Promise<void>;
      },
    ): Promise<{
      reference: string | null;
      count: number;
      isReused: boolean;
      skipped: { reason: string; count: number }[];
      sources: OriginInput[];
      files: string[];
    }>;
    /** Keeps the rows that a query gives, or gives what is kept of the same. */
    rows(
      caller: StepCaller,
      wanted: {
        query: string;
        inputs: Readonly<Record<string, string>>;
        params: WorkflowValues;
        name: string;
        isFresh: boolean;
        nonce: string;
        /** It names data beside its inputs. */
        namesMore: boolean;
        make(): Promise<Uint8Array[]>;
      },
    ): ReturnType<WorkflowNeeds['steps']['run']>;
    save(
      caller: StepCaller,
      wanted: {
        reference: string;
        origin: Origin;
        to:
          | { kind: 'layer'; mapId: string; layerId: string; name: string; checkpoint: SaveCheckpoint | null }
          | { kind: 'file'; path: string; checkpoint: SaveCheckpoint | null };
        keep(checkpoint: SaveCheckpoint): Promise<void>;
      },
    ): Promise<{ layer: string | null; path: string | null; count: number }>;
    peek(
      asked: { projectId: ProjectId; userId: UserId; reference: string; limit: number },
      signal: AbortSignal,
    ): Promise<{
      columns: { name: string; type: string }[];
      rows: unknown[][];
      count: number;
      geometryTypes: string[];
      bbox: number[] | null;
    }>;
    /** A text that is another one once a layer or file has changed; null where there is none. */
    version(asked: { projectId: ProjectId; userId: UserId }, reference: string): Promise<string | null>;
  };
}
