import type { LoopNode, WorkflowStep } from '@groma/model';

/** How a node stands in a run; `passed` where it is carried out for each file of a loop. */
export type StepStanding = Pick<WorkflowStep, 'state' | 'rows' | 'milliseconds'> & {
  passed?: { done: number; count: number };
};

/** How the nodes of a run stand, by their ids: its steps, and what loops do for each of their files. */
export function standings(steps: readonly WorkflowStep[]): ReadonlyMap<string, StepStanding> {
  const found = new Map<string, StepStanding>();
  for (const step of steps) {
    found.set(step.nodeId, step);
    const count = step.items?.length ?? 0;
    for (const node of step.body ?? [])
      found.set(node.nodeId, loopStanding(node, { count, isRunning: step.state === 'running' }));
  }
  return found;
}

/** How a step of a loop stands over all of the files; the loop runs on while some have not come to it. */
export function loopStanding(
  { running, done, reused, failed, skipped, rows }: LoopNode,
  { count, isRunning }: { count: number; isRunning: boolean },
): StepStanding {
  const ended = done + reused + failed + skipped;
  const isUnderWay = isRunning && (running > 0 || (ended > 0 && ended < count));
  return {
    state: isUnderWay
      ? 'running'
      : done > 0
        ? 'done'
        : reused > 0
          ? 'reused'
          : failed > 0
            ? 'failed'
            : skipped > 0
              ? 'skipped'
              : 'waiting',
    rows,
    milliseconds: null,
    passed: { done: done + reused, count },
  };
}
