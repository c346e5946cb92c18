import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { parseBytes } from './storage/storage-settings.ts';

/** Where packages of projects come from, and what one project may take. */
export interface PackageSettings {
  /** An index that speaks the simple API; pip's own where none is named, null for none at all. */
  index: URL | 'pip' | null;
  /** `host` or `host:port` of files that the index leads to, beside the index itself. */
  fileHosts: readonly string[];
  /** Certificates that pip trusts in place of its own: a file on this computer. */
  certificates: string | undefined;
  /** Bytes that the packages of one project may take up; null for any number. */
  bytes: number | null;
  /** Longest time of one change. */
  minutes: number;
}

const gigabyte = 1024 ** 3;
const longestMinutes = 1_440;

/** @throws Error with one plain line when a setting is wrong. */
export function readPackageSettings(env: NodeJS.ProcessEnv): PackageSettings {
  return {
    index: parseIndex(env['GROMA_PACKAGE_INDEX']),
    fileHosts: (env['GROMA_PACKAGE_HOSTS'] ?? '')
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
    certificates: parseFile(env['PIP_CERT']),
    bytes: parseBytes('GROMA_PACKAGE_STORAGE', env['GROMA_PACKAGE_STORAGE'], 5 * gigabyte),
    minutes: parseMinutes(env['GROMA_PACKAGE_MINUTES']),
  };
}

function parseIndex(text: string | undefined): PackageSettings['index'] {
  if (!text) return 'pip';
  if (text === 'off') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('GROMA_PACKAGE_INDEX is neither an http address such as https://pip.example/simple/ nor "off".');
  return url;
}

function parseFile(path: string | undefined): string | undefined {
  if (!path) return undefined;
  if (!isAbsolute(path) || !existsSync(path))
    throw new Error(`PIP_CERT: ${path} is not the full path of a file on this computer.`);
  return path;
}

function parseMinutes(text: string | undefined): number {
  if (!text) return 30;
  const minutes = Number(text);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > longestMinutes)
    throw new Error(`GROMA_PACKAGE_MINUTES: ${text} is not a whole number from 1 to ${longestMinutes}.`);
  return minutes;
}
