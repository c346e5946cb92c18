import { z } from 'zod';
import { operationRemark } from '../operation/operation.ts';

/**
 * How a step of a run stands: `reused` had its result from an earlier run, `skipped` was left out because a condition
 * led elsewhere or a step before it has failed.
 */
export const workflowStepStates = ['waiting', 'running', 'reused', 'done', 'failed', 'skipped'] as const;

const facts = {
  nodeId: z.string(),
  state: z.enum(workflowStepStates),
  /** Features or rows of what it gives; null where it gives none or they were not counted. */
  rows: z.number().nullable(),
  /** Paths of files that it has made. */
  files: z.array(z.string()),
  /** A layer that it has made, `layer:{mapId}/{layerId}`. */
  layer: z.string().nullable(),
  /** What it gives, by its reference: `result:{id}`, or the data that it names. */
  result: z.string().nullable(),
  /** ISO 8601. */
  startedAt: z.string().nullable(),
  milliseconds: z.number().nullable(),
  /** Why it failed, or what is to be said of its result. */
  message: z.string().nullable(),
  /** What the files that a conversion made do not have of their sources. */
  remarks: z.array(operationRemark).optional(),
};

/**
 * A step of a workflow that a step runs as a tool. `nodeId` are the ids of the nodes that lead to it, with / between
 * them; `depth` is 1 for those of the workflow itself, 2 for those of one within it.
 */
const innerStep = z.object({ ...facts, label: z.string(), depth: z.number() });
export type InnerStep = z.output<typeof innerStep>;

/** One file of a loop: how it stands, and why it failed. */
const loopItem = z.object({
  path: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  rows: z.number().nullable(),
  milliseconds: z.number().nullable(),
  message: z.string().nullable(),
});
export type LoopItem = z.output<typeof loopItem>;

/** A step that is done for each file of a loop: how many files stand how at it, and the rows of those that ended. */
const loopNode = z.object({
  nodeId: z.string(),
  running: z.number(),
  done: z.number(),
  reused: z.number(),
  failed: z.number(),
  skipped: z.number(),
  rows: z.number().nullable(),
});
export type LoopNode = z.output<typeof loopNode>;

/** One node of a run of a general workflow. */
export const workflowStep = z.object({
  ...facts,
  /** What it runs itself, where its tool is a workflow. */
  inner: z.array(innerStep).optional(),
  /** Its files, where it goes through several one at a time. */
  items: z.array(loopItem).optional(),
  /** The steps that are done for each of them. */
  body: z.array(loopNode).optional(),
});
export type WorkflowStep = z.output<typeof workflowStep>;

export function waitingStep(nodeId: string): WorkflowStep {
  return {
    nodeId,
    state: 'waiting',
    rows: null,
    files: [],
    layer: null,
    result: null,
    startedAt: null,
    milliseconds: null,
    message: null,
  };
}
