import {
  baseName,
  filesFailedText,
  GromaError,
  mostLoopFiles,
  parseDataPath,
  type DataPath,
  type LoopItem,
  type LoopNode,
  type PlannedLoop,
  type WorkflowGraph,
  type WorkflowStep,
} from '@groma/model';
import { formatOfName } from '@groma/geo';
import { rowsOf } from './carry-out-step.ts';
import { newCheckpoint, type CourseParts, type GraphCheckpoint, type LoopCheckpoint } from './course-parts.ts';
import type { CarriedStep, TakenByStep } from './run-graph.ts';

/** One loop that is under way. */
export interface LoopRun {
  parts: CourseParts;
  plan: PlannedLoop;
  /** What came in from outside, by the ids of the wires. */
  taken: readonly TakenByStep[];
  atOnce: number;
  checkpoint: LoopCheckpoint;
  /** How the files stand has changed. */
  show(items: LoopItem[], body: LoopNode[]): void;
  /** Carries the graph of one file out, and tells when a step of it begins or ends. @returns the first failure */
  carryOut(graph: WorkflowGraph, checkpoint: GraphCheckpoint, changed: () => void): Promise<GromaError | null>;
}

/** The files that a folder or pattern names, by name. @throws GromaError BAD_INPUT where there are none or too many */
export async function filesOf({ platform, caller }: CourseParts, pattern: string): Promise<string[]> {
  const at = pattern.lastIndexOf('/');
  const [start, end] = pattern
    .slice(at + 1)
    .toLowerCase()
    .split('*') as [string, string?];
  const matches = (name: string): boolean =>
    end === undefined
      ? formatOfName(name) !== undefined
      : name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
  const there = await platform.files.list(caller.projectId, parseDataPath(pattern.slice(0, at)));
  const found = there
    .filter(({ isDir, path }) => !isDir && matches(baseName(path as DataPath).toLowerCase()))
    .map(({ path }) => path as string)
    .sort();
  if (found.length === 0) throw new GromaError('BAD_INPUT', { detail: `no file matches “${pattern}”.` });
  if (found.length > mostLoopFiles)
    throw new GromaError('BAD_INPUT', {
      detail: `“${pattern}” matches ${found.length} files; ${mostLoopFiles} are the most.`,
    });
  return found;
}

/**
 * Carries a loop out: each file by itself, a few at once. One that fails does not stop the others. What a checkpoint
 * has as ended is not done again; steps of a file that was under way are found by their keys.
 * @throws GromaError where all files fail; the signal's reason
 */
export async function runLoop(run: LoopRun): Promise<CarriedStep> {
  const { checkpoint, atOnce, show, parts } = run;
  const { paths, ended } = checkpoint;
  const running = new Map<string, GraphCheckpoint>();
  const items = (): LoopItem[] =>
    paths.map((path) => {
      const { rows = null, milliseconds = null, message = null } = ended[path] ?? {};
      const state = ended[path] ? (message === null ? 'done' : 'failed') : running.has(path) ? 'running' : 'waiting';
      return { path, state, rows, milliseconds, message };
    });
  const left = paths.filter((path) => !ended[path]);
  const changed = () => show(items(), bodyOf(run, [...running.values()]));
  const work = async (): Promise<void> => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      const file = fileOf(run, path);
      running.set(path, file.checkpoint);
      changed();
      ended[path] = await runFile(run, file, changed);
      checkpoint.nodes = tallied(checkpoint.nodes, file.checkpoint.steps);
      running.delete(path);
      changed();
      await parts.keep();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, work));
  const all = paths.map((path) => ({ path, ...ended[path]! }));
  const failed = all.filter(({ message }) => message !== null);
  if (failed.length === all.length)
    throw new GromaError('TOOL_STEP_FAILED', {
      label: baseName(failed[0]!.path as DataPath),
      text: failed[0]!.message!,
    });
  return {
    items: all.filter(({ message }) => message === null).map(({ path, given }) => ({ path, given })),
    rows: all.reduce((sum, { rows }) => sum + (rows ?? 0), 0),
    sources: all.flatMap(({ sources }) => sources),
    tools: run.plan.item.nodes.flatMap((node) =>
      node.type === 'tool' ? [{ tool: node.data.tool, parameters: node.data.parameters }] : [],
    ),
    isReused: all.every(({ isReused }) => isReused),
    message: failed.length === 0 ? null : filesFailedText(failed.length, all.length),
  };
}

/** One file of a loop, as it is carried out. */
interface LoopFile {
  graph: WorkflowGraph;
  checkpoint: GraphCheckpoint;
}

function fileOf({ plan, taken }: LoopRun, path: string): LoopFile {
  const references = new Map<string, string>(
    plan.wires.flatMap(({ id, edge }) => {
      const found = taken.find(({ port }) => port === edge.id);
      return found ? [[id, rowsOf(found)] as const] : [];
    }),
  );
  const [first] = plan.item.nodes;
  references.set(first!.id, `file:${path}`);
  const graph: WorkflowGraph = {
    ...plan.item,
    nodes: plan.item.nodes.map((node) =>
      node.type === 'data' && references.has(node.id)
        ? { ...node, data: { ...node.data, reference: references.get(node.id)! } }
        : node,
    ),
  };
  return { graph, checkpoint: newCheckpoint(graph) };
}

/** What comes of one file at each node that collects. */
async function runFile(
  { plan, carryOut }: LoopRun,
  { graph, checkpoint }: LoopFile,
  changed: () => void,
): Promise<LoopCheckpoint['ended'][string]> {
  const began = performance.now();
  const failure = await carryOut(graph, checkpoint, changed);
  const given = Object.fromEntries(plan.collects.map((id) => [id, checkpoint.made[id]?.reference ?? null]));
  const ends = checkpoint.steps.filter(({ nodeId }) => plan.collects.includes(nodeId));
  return {
    given,
    rows: ends.reduce((sum, { rows }) => sum + (rows ?? 0), 0),
    sources: plan.collects.flatMap((id) => checkpoint.made[id]?.sources ?? []),
    isReused: ends.every(({ state }) => state === 'reused'),
    milliseconds: Math.round(performance.now() - began),
    message: failure?.message ?? null,
  };
}

type Tally = NonNullable<LoopCheckpoint['nodes']>;
const noFile = { running: 0, done: 0, reused: 0, failed: 0, skipped: 0, rows: null };

/** How files stand at the steps of a loop, with those of one more file. */
function tallied(before: Tally | undefined, steps: readonly WorkflowStep[]): Tally {
  const all = { ...before };
  for (const { nodeId, state, rows } of steps) {
    const known = all[nodeId] ?? noFile;
    if (state === 'waiting') continue;
    all[nodeId] = {
      ...known,
      [state]: known[state] + 1,
      rows: rows === null ? known.rows : (known.rows ?? 0) + rows,
    };
  }
  return all;
}

/** How the steps of a loop stand: those of files that have ended, and of those that are under way. */
function bodyOf({ plan, checkpoint }: LoopRun, running: readonly GraphCheckpoint[]): LoopNode[] {
  const all = running.reduce((before, { steps }) => tallied(before, steps), checkpoint.nodes ?? {});
  // Data nodes and saves stand for what comes in and what is collected.
  return plan.item.nodes
    .filter(({ type }) => type !== 'data' && type !== 'save' && type !== 'note')
    .map(({ id }) => ({ ...noFile, ...all[id], nodeId: id }));
}
