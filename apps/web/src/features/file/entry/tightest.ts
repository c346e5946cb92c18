import type { FileUsage } from './file-calls.ts';

/** Of the limits of the project and of its tenant, the one that is nearer; undefined when there is none. */
export function tightestOf({ project, tenant }: FileUsage): { bytes: number; limit: number } | undefined {
  const limited = [project, tenant].flatMap(({ bytes, limit }) => (limit === null ? [] : [{ bytes, limit }]));
  return limited.toSorted((one, other) => one.limit - one.bytes - (other.limit - other.bytes))[0];
}

/** Bytes that may still come into a project; null without a limit. */
export function roomLeft(usage: FileUsage): number | null {
  const tightest = tightestOf(usage);
  return tightest ? Math.max(0, tightest.limit - tightest.bytes) : null;
}
