/** Where files are kept and how many bytes they may take up. */
export interface StorageSettings {
  /** An S3-compatible store, `s3://bucket/prefix?endpoint=…&region=…`; a folder of this machine when there is none. */
  url: string | undefined;
  /**
   * Bytes a project, and a tenant with all its projects, may keep where their plan does not say; null for any number.
   */
  projectBytes: number | null;
  tenantBytes: number | null;
}

const gigabyte = 1024 ** 3;
const units: Record<string, number> = { MB: 1024 ** 2, GB: gigabyte, TB: 1024 ** 4 };

/** @throws Error with one plain line when a setting is wrong. */
export function readStorageSettings(env: NodeJS.ProcessEnv): StorageSettings {
  return {
    url: parseUrl(env['STORAGE_URL']),
    projectBytes: parseBytes('GROMA_PROJECT_STORAGE', env['GROMA_PROJECT_STORAGE'], 100 * gigabyte),
    tenantBytes: parseBytes('GROMA_TENANT_STORAGE', env['GROMA_TENANT_STORAGE'], 500 * gigabyte),
  };
}

function parseUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!/^s3:\/\/[a-z0-9][a-z0-9.-]+/.test(text) || !URL.canParse(text))
    throw new Error(
      'STORAGE_URL is not an address such as s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-1.',
    );
  return text;
}

/** Bytes of a size such as `50 GB`; null for `unlimited`. @throws Error with one plain line. */
export function parseBytes(name: string, text: string | undefined, otherwise: number): number | null {
  if (!text) return otherwise;
  if (text === 'unlimited') return null;
  const match = /^(\d+(?:\.\d+)?) ?(MB|GB|TB)$/.exec(text);
  if (!match) throw new Error(`${name} ${text}: give a size such as "50 GB", or unlimited.`);
  return Math.round(Number(match[1]) * units[match[2]!]!);
}
