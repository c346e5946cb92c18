import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { WebSocket as NodeWebSocket } from 'ws';
import * as Y from 'yjs';
import { access, createClient, LiveConnection, type LiveOptions, project, type Client } from '@groma/protocol';
import { createFeatures } from '../src/main.ts';
import { serviceNames, type Config, type ServiceName } from '../src/platform/config.ts';
import { readDatabaseSettings } from '../src/platform/database-settings.ts';
import { openPlatform } from '../src/platform/open-platform.ts';
import { readModelSettings } from '../src/platform/language-model/model-settings.ts';
import type { Feature, Platform } from '../src/platform/platform.ts';
import { readPackageSettings } from '../src/platform/package-settings.ts';
import { readProcessingSettings } from '../src/platform/processing-settings.ts';
import { readRoutingSettings } from '../src/platform/routing-settings.ts';
import { readStorageSettings } from '../src/platform/storage/storage-settings.ts';
import { serve, type Serving } from '../src/services/serve.ts';
import { startSplitRouter } from './split-router.ts';

/** Somebody with an account and a session, as a program sees them. */
export interface Person {
  id: string;
  username: string;
  email: string;
  cookie: string;
  client: Client;
  /** Plain fetch with the session, for what the client does not do. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  socket(path: string): NodeWebSocket;
  live(party: string, id: string, doc?: Y.Doc, options?: Partial<LiveOptions>): LiveConnection;
  /** Makes a project in the person's own tenant. */
  makeProject(name?: string): Promise<string>;
  /** Puts a file into a project, in the place of one that is there. */
  upload(projectId: string, path: string, content: Uint8Array | string): Promise<void>;
}

export interface TestServer {
  origin: string;
  platform: Platform;
  /** That of the process which has the rooms: the same one unless services run separately. */
  realtime: Platform;
  serving: Serving;
  signUp(name?: string): Promise<Person>;
  /** Shares a project, as its owner. */
  share(
    owner: Person,
    projectId: string,
    person: Person,
    role: 'PROJECT_EDITOR' | 'PROJECT_COMMENTATOR' | 'PROJECT_VIEWER',
  ): Promise<void>;
  close(): Promise<void>;
}

/** Whether tests run the application as the separate services of a larger installation, behind a proxy. */
const isSplit = process.env['GROMA_TEST_SERVICES'] === 'split';

/**
 * The real application in this process, on a database and a data folder of its own; with GROMA_TEST_SERVICES=split as
 * its separate services. `more` is a feature of the test's own.
 */
export async function startTestServer(settings: Partial<Config> = {}, more: Feature = {}): Promise<TestServer> {
  return isSplit && settings.services === undefined ? startSplitServer(settings, more) : startOneServer(settings, more);
}

async function startOneServer(settings: Partial<Config>, more: Feature): Promise<TestServer> {
  const config = await configOf(settings);
  const { platform, serving, close } = await startServices(config, more);
  return {
    ...testServerOf(serving.origin, platform, platform, serving),
    async close() {
      await close();
      await clear(config, settings);
    },
  };
}

/**
 * The services as README recommends them beyond one machine, each with a platform of its own as a process has it, and a
 * proxy in front that routes by `deploy/nginx.conf`. `platform` is that of the api service, with the documents of
 * realtime.
 */
export async function startSplitServer(settings: Partial<Config> = {}, more: Feature = {}): Promise<TestServer> {
  const config = await configOf(settings);
  const publicUrl = config.publicUrl ?? (settings.port === undefined ? undefined : `http://127.0.0.1:${settings.port}`);
  const start = (...services: ServiceName[]) =>
    startServices({ ...config, publicUrl, port: 0, services: new Set(services) }, more);
  const api = await start('api', 'tiles');
  const realtime = await start('realtime');
  const jobs = await start('jobs');
  const router = await startSplitRouter({ api: api.serving.origin, realtime: realtime.serving.origin }, settings.port);
  const serving: Serving = {
    ...api.serving,
    origin: router.origin,
    routes: [...api.serving.routes, ...realtime.serving.routes],
    rooms: realtime.serving.rooms,
    async close(isLeaving) {
      for (const { serving: each } of [realtime, jobs, api]) await each.close(isLeaving);
    },
  };
  return {
    ...testServerOf(
      router.origin,
      { ...api.platform, documents: realtime.platform.documents },
      realtime.platform,
      serving,
    ),
    async close() {
      await router.close();
      for (const each of [realtime, jobs, api]) await each.close();
      await clear(config, settings);
    },
  };
}

function testServerOf(
  origin: string,
  platform: Platform,
  realtime: Platform,
  serving: Serving,
): Omit<TestServer, 'close'> {
  return {
    origin,
    platform,
    realtime,
    serving,
    signUp: (name) => signUp(origin, name),
    async share(owner, projectId, person, role) {
      await owner.client.call(project.shareProject, { params: { projectId }, body: { email: person.email, role } });
    },
  };
}

async function startServices(
  config: Config,
  more: Feature,
): Promise<Pick<TestServer, 'platform' | 'serving' | 'close'>> {
  const { platform, jobs, close } = await openPlatform(config);
  const serving = await serve(platform, jobs, [...createFeatures(platform), more]);
  return {
    platform,
    serving,
    async close() {
      await serving.close();
      await close();
    },
  };
}

/** A folder that was given is cleared by who has made it. */
async function clear({ dataFolder }: Config, settings: Partial<Config>): Promise<void> {
  if (settings.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
}

async function configOf(settings: Partial<Config>): Promise<Config> {
  const dataFolder = settings.dataFolder ?? (await mkdtemp(join(tmpdir(), 'groma-test-data-')));
  return {
    port: 0,
    host: '127.0.0.1',
    dataFolder,
    services: new Set(serviceNames),
    databaseUrl: await makeDatabase(),
    publicUrl: undefined,
    trustedProxies: [],
    secret: randomBytes(32).toString('hex'),
    webFolder: null,
    pythonEnvironment: process.env['GROMA_PYTHON_ENV'] ?? join(import.meta.dirname, '../../../.cache/python'),
    mail: undefined,
    oidc: undefined,
    invitationDays: 7,
    kernelGraceSeconds: 5,
    tileMemoryBytes: 64 * 1024 * 1024,
    signUpsPerHour: 20,
    jupyterHub: undefined,
    machineIdleMinutes: 0,
    apps: { isOn: true, runSeconds: 60, idleMinutes: 10, sessions: 4, memoryBytes: 512 * 1024 * 1024 },
    analytics: 'off',
    metricsToken: undefined,
    tileServers: {
      streetTiles: undefined,
      streetAttribution: undefined,
      satelliteTiles: undefined,
      satelliteAttribution: undefined,
    },
    models: readModelSettings({}),
    outboundAllowed: [],
    storage: readStorageSettings({}),
    databases: readDatabaseSettings({}),
    routing: readRoutingSettings({}),
    processing: readProcessingSettings({}),
    packages: readPackageSettings({ GROMA_PACKAGE_INDEX: 'off' }),
    isQuiet: true,
    makesSample: false,
    showsSample: false,
    ...settings,
  };
}

/** The real application with one person and a project of theirs: what most tests of a feature begin with. */
export async function startWithProject(
  settings: Partial<Config> = {},
): Promise<{ server: TestServer; ann: Person; projectId: string }> {
  const server = await startTestServer(settings);
  const ann = await server.signUp();
  return { server, ann, projectId: await ann.makeProject() };
}

/** Signs somebody new up on any running server. */
export async function signUp(origin: string, name = `user-${randomBytes(4).toString('hex')}`): Promise<Person> {
  const email = `${name}@example.com`;
  const { response, cookie } = await open(origin, email, name);
  return { ...response, cookie, ...callsOf(origin, cookie) };
}

async function open(
  origin: string,
  email: string,
  username: string,
): Promise<{ response: { id: string; username: string; email: string }; cookie: string }> {
  const response = await fetch(origin + access.signUp.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, username, password: 'correct horse battery' }),
  });
  if (!response.ok) throw new Error(`Sign-up answered ${response.status}: ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return {
    response: ((await response.json()) as { data: { id: string; username: string; email: string } }).data,
    cookie,
  };
}

/**
 * A server that takes long to start on a busy machine is found soon after: the pauses between tries grow to ten seconds
 * for people.
 */
function soonAgain(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, Math.min(milliseconds, 500));
  return () => {
    clearTimeout(timer);
  };
}

/** Calls and sockets of a session at a server. */
export function callsOf(
  origin: string,
  cookie: string,
): Pick<Person, 'client' | 'fetch' | 'socket' | 'live' | 'makeProject' | 'upload'> {
  const client = createClient(origin, () => ({ cookie }));
  const openSocket = (url: string) => new NodeWebSocket(url, { headers: { cookie } });
  const socketOrigin = origin.replace('http', 'ws');
  const ownFetch: Person['fetch'] = (path, init = {}) =>
    fetch(origin + path, { ...init, headers: { ...(init.headers as Record<string, string>), cookie } });
  return {
    client,
    fetch: ownFetch,
    socket: (path) => openSocket(socketOrigin + path),
    live: (party, id, doc = new Y.Doc(), options = {}) =>
      new LiveConnection({
        url: `${socketOrigin}/parties/${party}/${id}`,
        doc,
        openSocket: openSocket as never,
        tryAgainIn: soonAgain,
        ...options,
      }),
    makeProject: async (name = 'A project') => (await client.call(project.createProject, { body: { name } })).data.id,
    async upload(projectId, path, content) {
      const form = new FormData();
      form.append('filePaths', path);
      form.append('files', new Blob([typeof content === 'string' ? content : Uint8Array.from(content)]), 'name');
      const reply = await ownFetch(`/api/gcs/projects/${projectId}/files?replace=true`, { method: 'POST', body: form });
      if (!reply.ok) throw new Error(`The upload answered ${reply.status}: ${await reply.text()}`);
    },
  };
}

/** An empty database with all tables, in the PostgreSQL of this run. */
export async function makeDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const name = `groma_test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  // Two files at once may both want the template, which allows one copy at a time.
  for (let attempt = 0; ; attempt++) {
    try {
      await client.query(`CREATE DATABASE ${name} TEMPLATE groma_template`);
      break;
    } catch (error) {
      if (attempt > 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
