import type { Job } from '../jobs/jobs.ts';
import type { AnyOperationKind } from '../operation/operation-kind.ts';
import type { Route } from '../http/route.ts';
import type { Room } from '../room/room.ts';

/**
 * Types say the same; this says it to whoever gets around them, before the server answers anybody.
 * @throws Error naming what has no policy.
 */
export function refuseUnguarded({
  routes,
  rooms,
  jobs,
  operations,
}: {
  routes: readonly Route[];
  rooms: readonly Room[];
  jobs: readonly Job[];
  operations: readonly AnyOperationKind[];
}): void {
  const unguarded = [
    ...routes.filter(({ endpoint }) => !endpoint.policy?.kind).map(({ endpoint }) => `route ${endpoint.id}`),
    ...rooms
      .filter((room) => !room.action || !room.subject || typeof room.projectOf !== 'function')
      .map(({ party }) => `room ${party}`),
    ...jobs.filter(({ policy }) => !policy?.kind).map(({ name }) => `job ${name}`),
    ...operations.filter(({ policy }) => !policy?.kind).map(({ name }) => `operation ${name}`),
  ];
  if (unguarded.length > 0) throw new Error(`Nothing is registered without a policy: ${unguarded.join(', ')}.`);
}
