import type { EvalTask } from '../eval-task.ts';
import { dataTasks } from './data-tasks.ts';
import { fileTasks } from './file-tasks.ts';
import { mapTasks } from './map-tasks.ts';
import { notebookTasks } from './notebook-tasks.ts';
import { safetyTasks } from './safety-tasks.ts';
import { workflowTasks } from './workflow-tasks.ts';

/** The tasks of an evaluation, in the order of their kinds. */
export const evalTasks: readonly EvalTask[] = [
  ...dataTasks,
  ...fileTasks,
  ...notebookTasks,
  ...mapTasks,
  ...workflowTasks,
  ...safetyTasks,
];
