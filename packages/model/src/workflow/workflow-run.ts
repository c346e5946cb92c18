import { splitExcludedPaths, splitIncludedPaths } from './path-list.ts';
import type { ConversionOptions } from './conversion-options.ts';
import { nodesOf, type WorkflowGraph, type WorkflowKind, type WorkflowNodeOf } from './workflow-graph.ts';
import { englishText, workflowText } from './workflow-texts.ts';

const say = (...text: Parameters<typeof workflowText>) => englishText(workflowText(...text));

/** States of a run in the history of its workflow (WFL-034). */
export const workflowRunStatuses = ['submitted', 'started', 'error', 'success'] as const;
export type WorkflowRunStatus = (typeof workflowRunStatuses)[number];

/** Runs that a history keeps (WFL-036), and that the overview shows (WFL-016). */
export const mostWorkflowRuns = 1_000;
export const shownWorkflowRuns = 10;

/** What the run of a basic workflow asks of the format converter. */
export interface ConversionRequest {
  inputPaths: string[];
  excludedPaths: string[];
  outputFormat: string;
  outputFolder: string | null;
  /** How rasters are written. */
  options?: ConversionOptions;
}

/**
 * Why a graph can't be run: `dialog` is shown as an error dialog of that title, anything else is the failure's message.
 */
export class WorkflowRunProblem extends Error {
  readonly dialog: string | null;

  constructor(message: string, dialog: string | null = null) {
    super(message);
    this.dialog = dialog;
  }
}

/**
 * What is to be converted (WFL-111 to WFL-118).
 * @throws WorkflowRunProblem without a path or a format, or with a path outside of /data/
 */
export function conversionRequest(graph: WorkflowGraph): ConversionRequest {
  const inputs = nodesOf(graph, 'input');
  const inputPaths = inputs.flatMap(({ data }) => splitIncludedPaths(data.includePath));
  const excludedPaths = inputs.flatMap(({ data }) => splitExcludedPaths(data.excludePath));
  refuseOutside(inputPaths, say('run.invalidInputs'));
  refuseOutside(excludedPaths, say('run.invalidExcluded'));
  if (inputPaths.length === 0) throw new WorkflowRunProblem(say('run.noPaths'));
  const conversion = nodesOf(graph, 'conversion')[0]?.data;
  const outputFormat = conversion?.outputFormat;
  if (!outputFormat) throw new WorkflowRunProblem(say('run.noFormat'));
  const options = optionsOf(conversion!);
  const outputFolder = nodesOf(graph, 'output')[0]?.data.path ?? '';
  return {
    inputPaths,
    excludedPaths,
    outputFormat,
    outputFolder: outputFolder === '' ? null : outputFolder,
    ...(Object.keys(options).length > 0 && { options }),
  };
}

/** What of a conversion’s options counts: those of a raster, where it makes one. */
export function optionsOf({
  outputType,
  options,
}: Pick<WorkflowNodeOf<'conversion'>['data'], 'outputType' | 'options'>): ConversionOptions {
  return outputType === 'raster' ? (options ?? {}) : {};
}

function refuseOutside(paths: readonly string[], dialog: string): void {
  const outside = paths.filter((path) => !path.startsWith('/data/'));
  if (outside.length > 0)
    throw new WorkflowRunProblem(say('run.outside', { dialog, paths: outside.join(', ') }), dialog);
}

/** What a loop says that has gone on though some of its files failed (WFL-206). */
export function filesFailedText(failed: number, count: number): string {
  return say('run.filesFailed', { failed, count });
}

/** Phases of an operation, as it is polled. */
type WorkflowPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Error';

/** How far a run is, as the operation's tracker shows it (WFL-055 to WFL-061). */
export interface WorkflowTracker {
  status: 'In Progress' | 'Completed' | 'Failed';
  progress: number;
  subtitle: string;
}

export const submittingTracker: WorkflowTracker = {
  status: 'In Progress',
  progress: 0,
  subtitle: say('run.submitting'),
};
export const acceptedTracker: WorkflowTracker = {
  status: 'In Progress',
  progress: 10,
  subtitle: say('run.accepted'),
};

/** The tracker of a run whose operation is in a phase; `nodes` are its steps. `kind` is that of its graph. */
export function workflowTracker(
  status: { phase: WorkflowPhase; message: string | null; nodes: Readonly<Record<string, { phase: string }>> },
  kind: WorkflowKind = 'basic',
): WorkflowTracker {
  if (status.phase === 'Succeeded') {
    const subtitle = say(kind === 'basic' ? 'run.completed' : 'run.workflowCompleted');
    return { status: 'Completed', progress: 100, subtitle };
  }
  if (status.phase === 'Failed' || status.phase === 'Error')
    return { status: 'Failed', progress: 100, subtitle: status.message || say('run.failed') };
  if (status.phase === 'Pending') return acceptedTracker;
  const steps = Object.values(status.nodes);
  const finished = steps.filter(({ phase }) => phase === 'Succeeded').length;
  return {
    status: 'In Progress',
    progress: steps.length === 0 ? 20 : 10 + Math.floor((90 * finished) / steps.length),
    subtitle: say('run.processing', { finished, total: steps.length }),
  };
}
