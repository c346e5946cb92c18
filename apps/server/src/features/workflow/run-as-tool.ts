import {
  baseName,
  GromaError,
  projectToolId,
  type DataPath,
  type OperationId,
  type ProjectId,
  type ToolParameters,
  type UserId,
  type WorkflowGraph,
} from '@groma/model';
import type { OriginInput } from '../../platform/origin/origin.ts';
import type { OperationProgress } from '../../platform/operation/operation-kind.ts';
import type { Platform } from '../../platform/platform.ts';
import { begunAgain, newCheckpoint, type GraphCheckpoint, type InnerRun } from './course-parts.ts';
import { failedWithin, GraphCourse } from './graph-course.ts';
import { beginWorkflow, givenByInner } from './inner-run.ts';
import { progressOf } from './run-graph.ts';
import { RunKeeper } from './run-keeper.ts';
import type { WorkflowNeeds } from './workflow-needs.ts';

/** A workflow that runs as a tool by itself, within the operation of the tool. */
export interface WantedToolRun {
  projectId: ProjectId;
  user: { id: UserId; username: string };
  workflowId: string;
  name: string;
  parameters: ToolParameters;
  operationId: OperationId;
  /** What `keep` was given last in the attempt before. */
  checkpoint: object | null;
  keep(checkpoint: object): Promise<void>;
  report(progress: OperationProgress): void;
  signal: AbortSignal;
}

/** What it gives: rows by their reference, or a file that it has converted. */
interface GivenByTool {
  name: string;
  kind: 'layer' | 'file';
  path: DataPath;
  geometryColumn: null;
  ending: null;
  isThere: boolean;
  rows?: { reference: string; sources: OriginInput[] };
}

interface ToolRunParts {
  platform: Platform;
  needs: WorkflowNeeds;
  readGraph(workflowId: string): Promise<WorkflowGraph>;
}

/**
 * Runs a workflow as a tool and gives what its saves took, the first output first.
 * @throws GromaError NOT_FOUND, WORKFLOW_NOT_READY, BAD_INPUT naming the parameter, TOOL_STEP_FAILED
 */
export async function runAsTool(
  { platform, needs, readGraph }: ToolRunParts,
  wanted: WantedToolRun,
): Promise<GivenByTool[]> {
  const { projectId, user, workflowId, name, parameters, operationId, report, signal } = wanted;
  const tool = projectToolId({ kind: 'workflow', id: workflowId });
  const found = await needs.findProjectTool(projectId, tool);
  if (!found) throw new GromaError('NOT_FOUND', { noun: 'tool' });
  const parts = {
    platform,
    needs,
    readGraph,
    caller: { projectId, user, operationId, signal },
    workflow: { id: workflowId, name },
    keep: () => keeper.now(),
  };
  const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null));
  const known = wanted.checkpoint as (InnerRun & GraphCheckpoint) | null;
  const run = known
    ? begunAgain(known, known)
    : await beginWorkflow(parts, { tool, definition: found.definition, given, path: [], wired: {} }).then((begun) => ({
        ...begun,
        ...newCheckpoint(begun),
      }));
  const keeper = new RunKeeper(
    () => wanted.keep(structuredClone(run)),
    (error) => {
      platform.log.error('What a workflow has done as a tool was not noted.', { run: operationId, error });
    },
  );
  await keeper.now();
  const plan = {
    graph: run,
    values: run.values,
    settled: new Set(run.settled),
    isFresh: () => false,
    path: [{ id: tool, name }],
  };
  const course = new GraphCourse(parts, plan, run, (isEnd) => {
    report(progressOf(run.steps));
    if (isEnd) keeper.soon();
  });
  const failure = await course.run().finally(() => keeper.end({ isStopped: signal.aborted }));
  if (failure) throw failedWithin(run, failure);
  return resultsOf(run);
}

function resultsOf(run: InnerRun & GraphCheckpoint): GivenByTool[] {
  const plain = { geometryColumn: null, ending: null };
  const rows = run.outputs.flatMap(({ name, nodeId }): GivenByTool[] => {
    const made = run.made[nodeId];
    if (!made?.reference) return [];
    const { reference, sources } = made;
    return [{ ...plain, name, kind: 'layer', path: '' as DataPath, isThere: false, rows: { reference, sources } }];
  });
  const { files = [] } = givenByInner(run, run);
  const written = files.map((path): GivenByTool => ({
    ...plain,
    name: baseName(path as DataPath),
    kind: 'file',
    path: path as DataPath,
    isThere: true,
  }));
  return [...rows, ...written];
}
