import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Measurement } from '../benchmark.ts';

/** The parts of the server that are measured. The server is a program, not a package: it is loaded by its place. */
interface Sessions {
  signUp(account: { email: string; password: string; username: string }): Promise<{ cookies: string[] }>;
  userOf(cookie: string): Promise<{ id: string } | undefined>;
}
interface Auth {
  api: {
    getSession(call: {
      headers: Headers;
      query: { disableRefresh: boolean };
    }): Promise<{ user: { id: string } } | null>;
  };
}
interface Database {
  close(): Promise<void>;
}
interface Modules {
  config: { readConfig(args: string[], env: object, repository: string): object };
  postgres: {
    startEmbeddedPostgres(folder: string): Promise<{ url(database: string): string; stop(): Promise<void> }>;
  };
  database: { openDatabase(url: string): Promise<Database> };
  bus: { openBus(database: Database, log: object): Promise<{ close(): Promise<void> }> };
  sessions: { createSessions(config: object, database: Database, bus: object): Sessions };
  auth: { createAuth(config: object, database: Database, onProven: () => Promise<void>): Auth };
}

const platform = new URL('../../apps/server/src/platform/', import.meta.url);
const load = async <Name extends keyof Modules>(path: string): Promise<Modules[Name]> =>
  (await import(new URL(path, platform).href)) as Modules[Name];

const checks = 300;
const closing: (() => Promise<unknown>)[] = [];
let sessions: Sessions;
let auth: Auth;
let cookie = '';

/** Asks who sends a cookie, one time after another; the value is the median time. */
async function measure(ask: () => Promise<string | undefined>): Promise<Measurement> {
  const times: number[] = [];
  const found = new Set<string | undefined>();
  for (let i = 0; i < checks; i += 1) {
    const begin = performance.now();
    found.add(await ask());
    times.push(performance.now() - begin);
  }
  return { value: times.toSorted((a, b) => a - b)[checks / 2] ?? 0, output: [...found].join() };
}

const benchmark: Benchmark = {
  name: 'session-check',
  description: 'who sends a cookie, in the process that answers, with its cache',
  peerName: 'better-auth getSession',
  unit: 'ms',
  better: 'lower',
  pairs: 9,

  async setup() {
    const dataFolder = await mkdtemp(join(tmpdir(), 'groma-bench-session-'));
    closing.push(() => rm(dataFolder, { recursive: true, force: true }));
    const config = (await load<'config'>('config.ts')).readConfig(['--data', dataFolder], {}, dataFolder);
    const postgres = await (
      await load<'postgres'>('database/embedded-postgres.ts')
    ).startEmbeddedPostgres(join(dataFolder, 'postgres'));
    closing.push(() => postgres.stop());
    const database = await (await load<'database'>('database/database.ts')).openDatabase(postgres.url('groma'));
    closing.push(() => database.close());
    const bus = await (
      await load<'bus'>('bus/bus.ts')
    ).openBus(database, { info: () => undefined, error: () => undefined });
    closing.push(() => bus.close());
    sessions = (await load<'sessions'>('session/sessions.ts')).createSessions(config, database, bus);
    auth = (await load<'auth'>('session/auth.ts')).createAuth(config, database, () => Promise.resolve());
    const { cookies } = await sessions.signUp({
      email: 'bench@example.com',
      password: 'correct horse battery',
      username: 'bench',
    });
    cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  },
  ours: () => measure(async () => (await sessions.userOf(cookie))?.id),
  peer: () =>
    measure(
      async () =>
        (await auth.api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } }))?.user.id,
    ),

  async teardown() {
    for (const close of closing.toReversed()) await close();
  },
};

export default benchmark;
