import { workflowTracker, type workflowKind } from '@groma/model';
import { conversion } from '@groma/protocol';
import { create } from 'zustand';
import { api } from '../../../platform/api.ts';
import { logProblem } from '../../../platform/log-problem.ts';

export type Tracker = ReturnType<typeof workflowTracker> & {
  operationId: string;
  kind: ReturnType<typeof workflowKind>;
};

/** Milliseconds between two questions after the end of a run (WFL-127). */
const pollMs = 10_000;

/** The newest run that was begun here, by workflow. */
const trackerStore = create<{ trackers: ReadonlyMap<string, Tracker> }>(() => ({ trackers: new Map() }));

export function useTracker(workflowId: string): Tracker | undefined {
  return trackerStore(({ trackers }) => trackers.get(workflowId));
}

export function setTracker(workflowId: string, tracker: Tracker): void {
  trackerStore.setState(({ trackers }) => ({ trackers: new Map([...trackers, [workflowId, tracker]]) }));
}

/** Asks how far a run is; a failure is logged and nothing else (WFL-128). Whether it has ended. */
export async function pollTracker(workflowId: string, operationId: string): Promise<boolean> {
  try {
    const { data } = await api.call(conversion.readFunctionOperation, { params: { operationId } });
    const status = data.items[0]?.status;
    const shown = trackerStore.getState().trackers.get(workflowId);
    if (!status || shown?.operationId !== operationId) return true;
    const tracker = workflowTracker(status, shown.kind);
    setTracker(workflowId, { ...tracker, operationId, kind: shown.kind });
    return tracker.status !== 'In Progress';
  } catch (error) {
    logProblem('A run of a workflow was not followed.', error);
    return false;
  }
}

/** Follows a run to its end, also when its workflow is not shown. */
export async function followRun(workflowId: string, operationId: string): Promise<void> {
  do
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs);
    });
  while (!(await pollTracker(workflowId, operationId)));
}
