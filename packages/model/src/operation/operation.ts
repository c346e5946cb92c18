/** Status of a long-running operation (SHL-035); the last three are final. */
export const operationStatuses = ['Pending', 'In Progress', 'Completed', 'Canceled', 'Failed'] as const;
export type OperationStatus = (typeof operationStatuses)[number];

export function isFinalStatus(status: OperationStatus): boolean {
  return status === 'Completed' || status === 'Canceled' || status === 'Failed';
}

/** Words for the remaining time (SHL-043 to SHL-045). `seconds` is at least 0. */
export function describeTimeLeft(seconds: number): string {
  if (seconds < 60) return 'Less than a minute';
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return `${hours} ${hours === 1 ? 'hour' : 'hours'} ${minutes % 60} minutes`;
}
