import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const serviceNames = ['api', 'realtime', 'tiles', 'jobs'] as const;
type ServiceName = (typeof serviceNames)[number];

/** Settings of one server process, from its command line and environment. */
export interface Config {
  port: number;
  host: string;
  dataFolder: string;
  services: ReadonlySet<ServiceName>;
  /** Another PostgreSQL than the embedded one. */
  databaseUrl: string | undefined;
  /** Origin people open, where it is not `http://127.0.0.1:port`. Requests of other origins are refused. */
  publicUrl: string | undefined;
  /** Key for sessions and signed links; kept in the data folder when not given. */
  secret: string;
  /** Folder of the built web application; null serves none. */
  webFolder: string | null;
  /** Python of the kernels' environment, or null where there is none. */
  pythonEnvironment: string;
  isQuiet: boolean;
  /** Whether a new person finds a sample project. */
  makesSample: boolean;
}

/** @throws Error with one plain line when an option is unknown or wrong. */
export function readConfig(args: string[], env: NodeJS.ProcessEnv, repository: string): Config {
  const { values } = parseArgs({
    args,
    options: { port: { type: 'string' }, data: { type: 'string' }, services: { type: 'string' }, host: { type: 'string' } },
  });
  const dataFolder = resolve(values.data ?? env['GROMA_DATA'] ?? join(repository, 'data'));
  mkdirSync(dataFolder, { recursive: true });
  return {
    port: parsePort(values.port ?? env['PORT'] ?? '4100'),
    host: values.host ?? env['HOST'] ?? '127.0.0.1',
    dataFolder,
    services: parseServices(values.services),
    databaseUrl: env['DATABASE_URL'] || undefined,
    publicUrl: env['GROMA_PUBLIC_URL'] || undefined,
    secret: env['GROMA_SECRET'] ?? keptSecret(dataFolder),
    webFolder: join(repository, 'apps/web/dist'),
    pythonEnvironment: env['GROMA_PYTHON_ENV'] ?? join(repository, '.cache/python'),
    isQuiet: env['GROMA_LOG'] !== 'info',
    makesSample: env['GROMA_SAMPLE'] !== 'off',
  };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port ${text} is not a port: give a number from 0 to 65535.`);
  return port;
}

function parseServices(text: string | undefined): ReadonlySet<ServiceName> {
  if (text === undefined) return new Set(serviceNames);
  const names = text.split(',').map((name) => name.trim()).filter(Boolean);
  const unknown = names.find((name) => !(serviceNames as readonly string[]).includes(name));
  if (unknown || names.length === 0) throw new Error(`--services ${text}: the services are ${serviceNames.join(', ')}.`);
  return new Set(names as ServiceName[]);
}

function keptSecret(dataFolder: string): string {
  const file = join(dataFolder, 'secret');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    const secret = randomBytes(32).toString('base64url');
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  }
}
