import type { Client } from '@groma/protocol';
import { askGaia, type Asked } from './ask-gaia.ts';
import { EvalProject } from './eval-project.ts';
import type { EvalTask } from './eval-task.ts';

/** How a task has ended. */
export interface EvalResult {
  task: string;
  kind: EvalTask['kind'];
  isRight: boolean;
  problems: string[];
  /** Tools that were called. */
  calls: number;
  tokens: number;
  seconds: number;
}

/**
 * Has one task answered for a person who has just signed up, and checks the result. `before` is told the project once
 * it is prepared, and `after` the answer.
 */
export async function runTask(
  task: EvalTask,
  client: Client,
  options: {
    model?: string | undefined;
    before?: (project: EvalProject) => Promise<void>;
    after?: (asked: Asked, project: EvalProject) => Promise<void>;
  } = {},
): Promise<EvalResult> {
  const began = performance.now();
  const project = await EvalProject.open(client);
  await task.prepare?.(project);
  await options.before?.(project);
  const asked = await askGaia(project, task, options.model);
  await options.after?.(asked, project);
  const problems = asked.error === null ? await task.check(asked, project) : [`The answer has failed: ${asked.error}`];
  const { input_tokens: input = 0, output_tokens: output = 0 } = asked.message ?? {};
  return {
    task: task.id,
    kind: task.kind,
    isRight: problems.length === 0,
    problems,
    calls: asked.calls.length,
    tokens: input + output,
    seconds: Math.round((performance.now() - began) / 100) / 10,
  };
}
