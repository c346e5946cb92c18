import { z } from 'zod';

/** Status of a long-running operation (SHL-035); the last three are final. */
export const operationStatuses = ['Pending', 'In Progress', 'Completed', 'Canceled', 'Failed'] as const;
export type OperationStatus = (typeof operationStatuses)[number];

/** What a long-running operation does to the thing it is named for. */
export const operationTasks = [
  'import',
  'export',
  'duplicate',
  'unpack',
  'copy',
  'convert',
  'tool',
  'network',
  'refresh',
  'download',
  'publish',
  'packages',
] as const;
export type OperationTask = (typeof operationTasks)[number];

/** What an export cannot hold of what it writes, by kind. */
export const exportLossKinds = [
  'as-text',
  'emptied',
  'rounded',
  'fraction',
  'offset',
  'zone-assumed',
  'measures',
  'one-part',
] as const;

/** What an operation that has ended says of its result: an `import` in words, an export by kind. */
const operationRemarkKinds = ['import', ...exportLossKinds, 'renamed', 'left-out', 'cut'] as const;

/**
 * `columns` are those concerned, `count` is of features, `text` of what is said in words. `file` is the name of the
 * file that it is said of, where there may be several.
 */
export const operationRemark = z.object({
  kind: z.enum(operationRemarkKinds),
  columns: z.array(z.string()).optional(),
  count: z.number().optional(),
  text: z.string().optional(),
  file: z.string().optional(),
});
export type OperationRemark = z.output<typeof operationRemark>;

/** Status of a job, for trackers that know three (SHL-040). */
export const jobStatuses = ['in progress', 'completed', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export function isFinalStatus(status: OperationStatus): boolean {
  return status === 'Completed' || status === 'Canceled' || status === 'Failed';
}

/** The three for the five (SHL-041): what waits is in progress too, and what was canceled has not been completed. */
export function jobStatusOf(status: OperationStatus): JobStatus {
  if (status === 'Completed') return 'completed';
  return isFinalStatus(status) ? 'failed' : 'in progress';
}

/** How much time is left, in the units that are shown; the words are the interface's. */
export interface TimeLeft {
  hours: number;
  minutes: number;
}

/**
 * Remaining time in whole minutes, and in hours from one hour on (SHL-043 to SHL-045). Both are 0 below a minute.
 * `seconds` is at least 0; what is begun of a minute is not counted.
 */
export function splitTimeLeft(seconds: number): TimeLeft {
  const minutes = Math.floor(seconds / 60);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
