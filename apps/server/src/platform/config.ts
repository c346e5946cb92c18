import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createWholeFile, readSmallFile, replaceWholeFile } from './whole-file.ts';

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
  /** Addresses of proxies whose word on the caller's address is taken; nobody's when there are none. */
  trustedProxies: readonly string[];
  /** Key for sessions and signed links; kept in the data folder when not given. */
  secret: string;
  /** Folder of the built web application; null serves none. */
  webFolder: string | null;
  /** Python of the kernels' environment, or null where there is none. */
  pythonEnvironment: string;
  /** How long kernels go on without their server, in seconds: a server that is restarted within it finds them again. */
  kernelGraceSeconds: number;
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
    trustedProxies: parseProxies(env['GROMA_TRUSTED_PROXY']),
    secret: readSecret(env['GROMA_SECRET'], dataFolder),
    webFolder: env['GROMA_WEB'] || join(repository, 'apps/web/dist'),
    pythonEnvironment: env['GROMA_PYTHON_ENV'] ?? join(repository, '.cache/python'),
    kernelGraceSeconds: parseGrace(env['GROMA_KERNEL_GRACE']),
    isQuiet: env['GROMA_LOG'] !== 'info',
    makesSample: env['GROMA_SAMPLE'] !== 'off',
  };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port ${text} is not a port: give a number from 0 to 65535.`);
  return port;
}

const longestGraceSeconds = 86_400;

function parseGrace(text = '120'): number {
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > longestGraceSeconds) throw new Error(`GROMA_KERNEL_GRACE: ${text} is not a number of seconds from 0 to ${longestGraceSeconds}.`);
  return seconds;
}

function parseServices(text: string | undefined): ReadonlySet<ServiceName> {
  if (text === undefined) return new Set(serviceNames);
  const names = text.split(',').map((name) => name.trim()).filter(Boolean);
  const unknown = names.find((name) => !(serviceNames as readonly string[]).includes(name));
  if (unknown || names.length === 0) throw new Error(`--services ${text}: the services are ${serviceNames.join(', ')}.`);
  return new Set(names as ServiceName[]);
}

/** Addresses, ranges (`10.0.0.0/8`) and the names that Fastify knows for ranges, separated by commas. */
function parseProxies(text = ''): string[] {
  const addresses = text.split(',').map((address) => address.trim()).filter(Boolean);
  const wrong = addresses.find((address) => !isProxyAddress(address));
  if (wrong !== undefined) throw new Error(`GROMA_TRUSTED_PROXY: ${wrong} is neither an address, a range like 10.0.0.0/8, nor one of ${namedRanges.join(', ')}.`);
  return addresses;
}

const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];

function isProxyAddress(text: string): boolean {
  if (namedRanges.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  return version !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
}

const shortestSecret = 32;

/** The secret that is given, or the one kept in the data folder, which is made when there is none. */
function readSecret(given: string | undefined, dataFolder: string): string {
  const file = join(dataFolder, 'secret');
  const secret = given || keptSecret(file);
  if (secret.length < shortestSecret) {
    const where = given ? 'GROMA_SECRET' : `The secret in ${file}`;
    throw new Error(`${where} is shorter than ${shortestSecret} characters. Give a longer one, or none to have one made.`);
  }
  return secret;
}

function keptSecret(file: string): string {
  const kept = readSmallFile(file);
  if (kept !== '') return kept;
  const made = randomBytes(32).toString('base64url');
  // Where there is a file after all, another process has just made it, or it is empty and holds nothing to lose.
  if (createWholeFile(file, made)) return made;
  if (readSmallFile(file) === '') replaceWholeFile(file, made);
  return readSmallFile(file);
}
