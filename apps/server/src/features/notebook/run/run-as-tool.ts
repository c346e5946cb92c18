import { setTimeout as sleep } from 'node:timers/promises';
import { GromaError } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import type { NotebookRunResult, NotebookToolRuns, WantedNotebookRun } from './notebook-tool-runs.ts';

const topic = 'run-notebook-as-tool';
const pauseMs = 2_000;
/** A process that starts anew is there again after some seconds. */
const mostTimes = 30;

/** Runs a notebook as a tool. @throws GromaError as `NotebookToolRuns.run`; the signal's reason */
export type RunNotebookAsTool = (wanted: WantedNotebookRun, signal: AbortSignal) => Promise<NotebookRunResult>;

/**
 * Has the process with the kernels run notebooks, from any process. Where that process goes away, the run begins anew.
 */
export function runFromAnywhere({ questions, config }: Platform, runs: NotebookToolRuns): RunNotebookAsTool {
  if (config.services.has('realtime')) {
    questions.answer(topic, (wanted: WantedNotebookRun, signal) => runs.run(wanted, signal));
    return (wanted, signal) => runs.run(wanted, signal);
  }
  return async (wanted, signal) => {
    for (let time = 1; ; time += 1) {
      try {
        return await questions.ask<NotebookRunResult>(topic, wanted, { signal });
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof GromaError) || error.code !== 'UNAVAILABLE' || time === mostTimes) throw error;
        await sleep(pauseMs, undefined, { signal });
      }
    }
  };
}
