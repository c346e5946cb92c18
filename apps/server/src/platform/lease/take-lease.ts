import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export type LeasedService = 'api' | 'realtime';

/** Who has a lease, for the message to whoever is refused. */
export interface LeaseHolder {
  pid: number;
  host: string;
  dataFolder: string;
}

/** Thrown when another process has a lease. Its message is a line for people. */
export class LeaseHeld extends Error {}

/** Advisory locks are named by two numbers: the first is that of Groma's leases, the second that of the service. */
export const leaseClass = 1_735_552_877;
export const lockNumbers: Readonly<Record<LeasedService, number>> = { api: 1, realtime: 2 };

/**
 * Takes the lease of a service for as long as the connection lives; answers its epoch.
 * @throws LeaseHeld when another process still has it at `until` (milliseconds since 1970).
 */
export async function takeLease(
  client: pg.Client,
  service: LeasedService,
  { until, pauseMs, holder }: { until: number; pauseMs: number; holder: LeaseHolder },
): Promise<number> {
  while (!(await tryLock(client, service))) {
    if (performance.now() >= until) throw new LeaseHeld(refusal(service, await readHolder(client, service)));
    await sleep(pauseMs);
  }
  const { rows } = await client.query<{ epoch: string }>(
    `INSERT INTO service_leases (service, epoch, holder) VALUES ($1, 1, $2)
      ON CONFLICT (service) DO UPDATE SET epoch = service_leases.epoch + 1, holder = excluded.holder, taken_at = now() RETURNING epoch`,
    [service, JSON.stringify(holder)],
  );
  return Number(rows[0]!.epoch);
}

async function tryLock(client: pg.Client, service: LeasedService): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS held', [
    leaseClass,
    lockNumbers[service],
  ]);
  return rows[0]!.held;
}

async function readHolder(client: pg.Client, service: LeasedService): Promise<LeaseHolder | undefined> {
  const { rows } = await client.query<{ holder: LeaseHolder }>('SELECT holder FROM service_leases WHERE service = $1', [
    service,
  ]);
  return rows[0]?.holder;
}

function refusal(service: LeasedService, holder: LeaseHolder | undefined): string {
  const who = holder ? ` (process ${holder.pid} on ${holder.host}, data folder ${holder.dataFolder})` : '';
  return `Another Groma server${who} is already running the ${service} service on this database. Stop it, or set DATABASE_URL to another database.`;
}
