import type {
  LoopNode,
  OperationId,
  ToolParameters,
  WorkflowEdge,
  WorkflowGraph,
  WorkflowNode,
  WorkflowStep,
  WorkflowValues,
} from '@groma/model';
import type { OriginInput } from '../../platform/origin/origin.ts';
import type { Platform } from '../../platform/platform.ts';
import { waitingSteps, type MadeByStep } from './run-graph.ts';
import type { SaveCheckpoint, StepCaller, WorkflowNeeds } from './workflow-needs.ts';

/** What is done, what each step has given, what was about to appear, and what was begun. */
export interface GraphCheckpoint {
  steps: WorkflowStep[];
  made: Record<string, MadeByStep>;
  saves: Record<string, SaveCheckpoint>;
  conversions: Record<string, { id: OperationId; paths: string[] }>;
  /** Workflows that steps run as tools, by the ids of their nodes, until they have ended. */
  inner: Record<string, InnerRun & GraphCheckpoint>;
  /** Loops, until they have ended. */
  loops: Record<string, LoopCheckpoint>;
}

/** A workflow that is run, by its id as a tool. */
export interface PathEntry {
  id: string;
  name: string;
}

/** A loop that is under way: its files as they were when it began, and what came of those that have ended. */
export interface LoopCheckpoint {
  paths: string[];
  /** How the steps of files that have ended stand, by the ids of their nodes. */
  nodes?: Record<string, Omit<LoopNode, 'nodeId'>>;
  ended: Record<
    string,
    {
      given: Record<string, string | null>;
      rows: number | null;
      sources: OriginInput[];
      isReused: boolean;
      milliseconds: number;
      /** Why it failed. */
      message: string | null;
    }
  >;
}

/** What all graphs of one run share. */
export interface CourseParts {
  platform: Platform;
  needs: WorkflowNeeds;
  readGraph(workflowId: string): Promise<WorkflowGraph>;
  caller: StepCaller;
  workflow: { id: string; name: string };
  /** Writes the checkpoint of the whole run. */
  keep(): Promise<void>;
}

/** A workflow that runs as a tool: its graph as it was when that began, and what it was given. */
export interface InnerRun {
  tool: string;
  name: string;
  nodes: readonly WorkflowNode[];
  edges: readonly WorkflowEdge[];
  values: WorkflowValues;
  given: ToolParameters;
  /** Data nodes whose references are settled. */
  settled: string[];
  outputs: { name: string; nodeId: string }[];
}

/** Where an attempt begins: what the one before has done is not done again; what it was at begins anew. */
export function begunAgain<Kept extends GraphCheckpoint>(graph: WorkflowGraph, checkpoint: Kept): Kept {
  const done = new Map(
    checkpoint.steps.filter(({ state }) => state === 'done' || state === 'reused').map((step) => [step.nodeId, step]),
  );
  // One that an earlier version has written knows less.
  return {
    ...newCheckpoint(graph),
    ...checkpoint,
    steps: waitingSteps(graph).map((step) => done.get(step.nodeId) ?? step),
  };
}

/** A graph of which nothing is done yet. */
export function newCheckpoint(graph: WorkflowGraph): GraphCheckpoint {
  return { steps: waitingSteps(graph), made: {}, saves: {}, conversions: {}, inner: {}, loops: {} };
}
