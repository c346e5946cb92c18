import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseFileSize } from '@groma/model';
import { closeDataFolder } from './data-folder.ts';
import type { MailSettings } from './mail/mailer.ts';
import { readDatabaseSettings, type DatabaseSettings } from './database-settings.ts';
import { readHubSettings, type HubSettings } from './kernel/hub-settings.ts';
import { readModelSettings, type ModelSettings } from './language-model/model-settings.ts';
import { readAllowedPlaces } from './outbound/allowed-places.ts';
import { readEarthEngineSettings, type EarthEngineSettings } from './earth-engine-settings.ts';
import { readPackageSettings, type PackageSettings } from './package-settings.ts';
import { readProcessingSettings, type ProcessingSettings } from './processing-settings.ts';
import { readRoutingSettings, type RoutingSettings } from './routing-settings.ts';
import type { OidcSettings } from './session/oidc-exchange.ts';
import { readStorageSettings, type StorageSettings } from './storage/storage-settings.ts';
import { createWholeFile, readSmallFile, replaceWholeFile } from './whole-file.ts';

const megabyte = 1024 * 1024;

export const serviceNames = ['api', 'realtime', 'tiles', 'jobs'] as const;
export type ServiceName = (typeof serviceNames)[number];

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
  /** The account of Earth Engine, where there is one. */
  earthEngine?: EarthEngineSettings | undefined;
  /** How long kernels go on without their server, in seconds: a server that is restarted within it finds them again. */
  kernelGraceSeconds: number;
  /** What readers of published notebooks may run at most. */
  apps: AppSettings;
  /** Decoded blocks of rasters that the tile service keeps. */
  tileMemoryBytes: number;
  /** A machine on which nothing has run for so many minutes is stopped; 0 for never. */
  machineIdleMinutes: number;
  /** Where events of use are sent: an HTTP address, `file` for files in the data folder, or `off`. */
  analytics: string;
  /** What a caller of `/metrics` must show as a bearer token; without it, callers of this machine only. */
  metricsToken: string | undefined;
  /** Tile servers of the base maps that need a network, as the settings name them; what is undefined has a default. */
  tileServers: {
    streetTiles: string | undefined;
    streetAttribution: string | undefined;
    satelliteTiles: string | undefined;
    satelliteAttribution: string | undefined;
  };
  /** Mail server for invitations; without it they are links to copy. */
  mail: MailSettings | undefined;
  /** OpenID Connect issuer people can sign in with. */
  oidc: OidcSettings | undefined;
  /** JupyterHub that makes the machines; without it they run on this computer. */
  jupyterHub: HubSettings | undefined;
  /** Language models, and how often they may be asked. */
  models: ModelSettings;
  /** Hosts, addresses and ranges that the server may fetch from though they are not public. */
  outboundAllowed: readonly string[];
  /** How long an invitation is good where its maker does not say. */
  invitationDays: number;
  /** Where files are kept, and how much they may be. */
  storage: StorageSettings;
  /** What databases may take, and how long. */
  databases: DatabaseSettings;
  /** Where ways by road are computed. */
  routing: RoutingSettings;
  /** What tools of processing need of this computer. */
  processing: ProcessingSettings;
  /** Where packages of projects come from. */
  packages: PackageSettings;
  /** Accounts that can be made from one address in an hour. */
  signUpsPerHour: number;
  isQuiet: boolean;
  /** Whether a new person finds a sample project. */
  makesSample: boolean;
  /** Whether anyone may look at that sample without an account. */
  showsSample: boolean;
}

/** The most that authors can let readers run; `sessions` counts those of all publications together. */
interface AppSettings {
  isOn: boolean;
  runSeconds: number;
  idleMinutes: number;
  sessions: number;
  /** Of one session. */
  memoryBytes: number;
}

/** @throws Error with one plain line when an option is unknown or wrong. */
export function readConfig(args: string[], env: NodeJS.ProcessEnv, repository: string): Config {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      services: { type: 'string' },
      host: { type: 'string' },
    },
  });
  const dataFolder = resolve(values.data ?? env['GROMA_DATA'] ?? join(repository, 'data'));
  const databaseUrl = env['DATABASE_URL'] || undefined;
  closeDataFolder(dataFolder, databaseUrl === undefined);
  return {
    port: parsePort(values.port ?? env['PORT'] ?? '4100'),
    host: values.host ?? env['HOST'] ?? '127.0.0.1',
    dataFolder,
    services: parseServices(values.services),
    databaseUrl,
    publicUrl: env['GROMA_PUBLIC_URL'] || undefined,
    trustedProxies: parseProxies(env['GROMA_TRUSTED_PROXY']),
    secret: readSecret(env['GROMA_SECRET'], dataFolder),
    webFolder: env['GROMA_WEB'] || join(repository, 'apps/web/dist'),
    pythonEnvironment: env['GROMA_PYTHON_ENV'] ?? join(repository, '.cache/python'),
    kernelGraceSeconds: parseWhole('GROMA_KERNEL_GRACE', env, { otherwise: 120, from: 0, to: 86_400 }),
    tileMemoryBytes: parseMemory('GROMA_TILE_MEMORY', env, { otherwise: 512, from: 64, to: 1_000_000 }),
    signUpsPerHour: parseWhole('GROMA_SIGN_UPS', env, { otherwise: 20, from: 1, to: 1_000_000 }),
    machineIdleMinutes: parseWhole('GROMA_MACHINE_IDLE', env, { otherwise: 240, from: 0, to: 525_600 }),
    apps: {
      // Without a sandbox nothing keeps readers from the files of the server.
      isOn: env['GROMA_APPS'] !== 'off' && env['GROMA_UNSANDBOXED_KERNELS'] !== '1',
      runSeconds: parseWhole('GROMA_APP_RUN_SECONDS', env, { otherwise: 300, from: 1, to: 3_600 }),
      idleMinutes: parseWhole('GROMA_APP_IDLE_MINUTES', env, { otherwise: 30, from: 1, to: 240 }),
      sessions: parseWhole('GROMA_APP_SESSIONS', env, { otherwise: 4, from: 1, to: 1_000 }),
      memoryBytes: parseMemory('GROMA_APP_MEMORY', env, { otherwise: 1_024, from: 256, to: 65_536 }),
    },
    analytics: parseAnalytics(env['GROMA_ANALYTICS_URL']),
    metricsToken: env['GROMA_METRICS_TOKEN'] || undefined,
    tileServers: {
      streetTiles: parseTiles('GROMA_STREET_TILES', env),
      streetAttribution: env['GROMA_STREET_ATTRIBUTION'] || undefined,
      satelliteTiles: parseTiles('GROMA_SATELLITE_TILES', env),
      satelliteAttribution: env['GROMA_SATELLITE_ATTRIBUTION'] || undefined,
    },
    mail: parseMail(env),
    oidc: parseOidc(env),
    jupyterHub: readHubSettings(env),
    models: readModelSettings(env),
    outboundAllowed: readAllowedPlaces(env['GROMA_OUTBOUND_ALLOW']),
    invitationDays: parseWhole('GROMA_INVITATION_DAYS', env, { otherwise: 7, from: 1, to: 30 }),
    storage: readStorageSettings(env),
    databases: readDatabaseSettings(env),
    routing: readRoutingSettings(env),
    processing: readProcessingSettings(env),
    packages: readPackageSettings(env),
    earthEngine: readEarthEngineSettings(env),
    isQuiet: env['GROMA_LOG'] !== 'info',
    makesSample: env['GROMA_SAMPLE'] !== 'off',
    showsSample: env['GROMA_SAMPLE'] !== 'off' && env['GROMA_LIVE_SAMPLE'] !== 'off',
  };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port ${text} is not a port: give a number from 0 to 65535.`);
  return port;
}

function parseAnalytics(text = ''): string {
  if (text === '' || text === 'file') return 'file';
  if (text === 'off' || isWebAddress(text)) return text;
  throw new Error(`GROMA_ANALYTICS_URL: ${text} is neither an http address, nor "off", nor "file".`);
}

/** A template such as `https://tiles.example/{z}/{x}/{y}.png`. */
function parseTiles(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (isWebAddress(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))) return text;
  throw new Error(`${name}: ${text} is not an address with {z}, {x} and {y}.`);
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function parseWhole(
  name: string,
  env: NodeJS.ProcessEnv,
  { otherwise, from, to }: { otherwise: number; from: number; to: number },
): number {
  const text = env[name];
  if (!text) return otherwise;
  const number = Number(text);
  if (!Number.isInteger(number) || number < from || number > to)
    throw new Error(`${name}: ${text} is not a whole number from ${from} to ${to}.`);
  return number;
}

/** Bytes, of a number of megabytes or a size with its unit (FIL-004); `limits` are megabytes. */
function parseMemory(name: string, env: NodeJS.ProcessEnv, limits: Parameters<typeof parseWhole>[2]): number {
  const text = env[name];
  if (!text || /^\d+$/.test(text)) return parseWhole(name, env, limits) * megabyte;
  let bytes: number;
  try {
    bytes = parseFileSize(text);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message} (${text}). Write megabytes, or a size such as 2 GB.`, {
      cause: error,
    });
  }
  if (bytes < limits.from * megabyte || bytes > limits.to * megabyte)
    throw new Error(`${name}: ${text} is not a size from ${limits.from} MB to ${limits.to} MB.`);
  return bytes;
}

/** Letters lead to the public address: what a caller says of the server's own name could be any other site's. */
function parseMail({
  GROMA_SMTP_URL: url,
  GROMA_MAIL_FROM: from,
  GROMA_PUBLIC_URL: publicUrl,
}: NodeJS.ProcessEnv): MailSettings | undefined {
  if (!url) return undefined;
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new Error(
      `GROMA_SMTP_URL: ${withoutSecret(url)} is not an address like smtps://user:password@mail.example:465.`,
    );
  if (!from) throw new Error('GROMA_MAIL_FROM is missing: say which address letters come from.');
  if (!publicUrl) throw new Error('GROMA_SMTP_URL needs GROMA_PUBLIC_URL: letters hold links to it.');
  return { url, from };
}

function parseOidc(env: NodeJS.ProcessEnv): OidcSettings | undefined {
  const [issuer, clientId, clientSecret] = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'].map(
    (name) => env[`GROMA_OIDC_${name}`],
  );
  if (!issuer) return undefined;
  if (!isWebAddress(issuer)) throw new Error(`GROMA_OIDC_ISSUER: ${issuer} is not an http address.`);
  if (!clientId || !clientSecret)
    throw new Error('GROMA_OIDC_ISSUER needs GROMA_OIDC_CLIENT_ID and GROMA_OIDC_CLIENT_SECRET.');
  return {
    issuer: issuer.replace(/\/$/, ''),
    clientId,
    clientSecret,
    name: env['GROMA_OIDC_NAME'] || 'OpenID Connect',
  };
}

/** An address without what stands before its @, for people to read. */
function withoutSecret(url: string): string {
  return url.replace(/\/\/.*@/, '//…@');
}

function parseServices(text: string | undefined): ReadonlySet<ServiceName> {
  if (text === undefined) return new Set(serviceNames);
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.find((name) => !(serviceNames as readonly string[]).includes(name));
  if (unknown || names.length === 0)
    throw new Error(`--services ${text}: the services are ${serviceNames.join(', ')}.`);
  return new Set(names as ServiceName[]);
}

/** Addresses, ranges (`10.0.0.0/8`) and the names that Fastify knows for ranges, separated by commas. */
function parseProxies(text = ''): string[] {
  const addresses = text
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  const wrong = addresses.find((address) => !isProxyAddress(address));
  if (wrong !== undefined)
    throw new Error(
      `GROMA_TRUSTED_PROXY: ${wrong} is neither an address, a range like 10.0.0.0/8, nor one of ${namedRanges.join(', ')}.`,
    );
  return addresses;
}

const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];

function isProxyAddress(text: string): boolean {
  if (namedRanges.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
}

const shortestSecret = 32;

/** The secret that is given, or the one kept in the data folder, which is made when there is none. */
function readSecret(given: string | undefined, dataFolder: string): string {
  const file = join(dataFolder, 'secret');
  const secret = given || keptSecret(file);
  if (secret.length < shortestSecret) {
    const where = given ? 'GROMA_SECRET' : `The secret in ${file}`;
    throw new Error(
      `${where} is shorter than ${shortestSecret} characters. Give a longer one, or none to have one made.`,
    );
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
