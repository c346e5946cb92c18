import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startProcess } from '../large-file/groma-server.ts';

/** Where calls and rooms are answered, and what can be killed. */
export interface Services {
  /** Addresses that stay the same over kills. */
  readonly api: string;
  readonly rooms: string;
  readonly names: readonly string[];
  /** The one with the rooms. */
  readonly roomsIn: string;
  /** Kills the process of a service at once. */
  kill(name: string): Promise<void>;
  /** Starts what was killed, and waits until it answers. */
  start(name: string): Promise<void>;
  stop(): Promise<void>;
}

interface Running {
  process: ChildProcess;
  origin: string;
}

/** The whole server as one process with its own PostgreSQL. */
export async function startWhole(folder: string): Promise<Services> {
  const data = join(folder, 'data');
  let running = await startProcess(data, 0);
  const { origin } = running;
  return {
    api: origin,
    rooms: origin,
    names: ['server'],
    roomsIn: 'server',
    kill: () => kill(running),
    async start() {
      running = await startProcess(data, Number(new URL(origin).port));
    },
    stop: () => end(running),
  };
}

interface Postgres {
  url(database: string): string;
  stop(): Promise<void>;
}
const postgresModule = new URL('../../apps/server/src/platform/database/embedded-postgres.ts', import.meta.url);

/**
 * The services as README recommends them beyond one machine, each a process, over one PostgreSQL and one data folder.
 */
export async function startSplit(folder: string): Promise<Services> {
  const { startEmbeddedPostgres } = (await import(postgresModule.href)) as {
    startEmbeddedPostgres(folder: string): Promise<Postgres>;
  };
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'));
  const settings = { DATABASE_URL: postgres.url('groma') };
  const run = (services: string, port: number): Promise<Running> =>
    startProcess(join(folder, 'data'), port, settings, ['--services', services]);
  const all = new Map<string, Running>();
  for (const services of ['api,tiles', 'realtime', 'jobs']) all.set(services, await run(services, 0));
  return {
    api: all.get('api,tiles')!.origin,
    rooms: all.get('realtime')!.origin,
    names: [...all.keys()],
    roomsIn: 'realtime',
    kill: (name) => kill(all.get(name)!),
    async start(name) {
      all.set(name, await run(name, Number(new URL(all.get(name)!.origin).port)));
    },
    async stop() {
      for (const each of all.values()) await end(each);
      await postgres.stop();
    },
  };
}

async function kill({ process: child }: Running): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function end({ process: child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}
