import { fileURLToPath } from 'node:url';

const mebibyte = 1_048_576;
const gibibyte = 1_024 * mebibyte;

/** What a database of a project may take of this machine, and how long. */
export interface DatabaseSettings {
  /** Memory of one managed database, in bytes. */
  memoryBytes: number;
  threads: number;
  statementMs: number;
  /** A database nobody has asked for so long is stopped. */
  idleMs: number;
  /** Databases that are open at once. */
  processes: number;
  /** What results that are kept for their readers may take on the disk, all and one. */
  resultBytes: number;
  oneResultBytes: number;
  /** Where the extensions of DuckDB are, for projects' own databases. */
  extensionsFolder: string;
  /** Token for databases of MotherDuck that bring none. */
  motherduckToken: string | undefined;
}

/** @throws Error with one plain line when a setting is wrong. */
export function readDatabaseSettings(env: NodeJS.ProcessEnv): DatabaseSettings {
  const resultBytes = whole('GROMA_RESULT_GB', env, 8) * gibibyte;
  return {
    memoryBytes: whole('GROMA_DATABASE_MEMORY_MB', env, 1_024) * mebibyte,
    threads: whole('GROMA_DATABASE_THREADS', env, 2),
    statementMs: whole('GROMA_DATABASE_SECONDS', env, 600) * 1_000,
    idleMs: whole('GROMA_DATABASE_IDLE_SECONDS', env, 300) * 1_000,
    processes: whole('GROMA_DATABASE_PROCESSES', env, 16),
    resultBytes,
    oneResultBytes: Math.min(resultBytes, 2 * gibibyte),
    extensionsFolder:
      env['GROMA_DUCKDB_EXTENSIONS'] || fileURLToPath(new URL('../../../../.cache/duckdb', import.meta.url)),
    motherduckToken: env['GROMA_MOTHERDUCK_TOKEN'] || undefined,
  };
}

function whole(name: string, env: NodeJS.ProcessEnv, otherwise: number): number {
  const text = env[name];
  if (!text) return otherwise;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 1_000_000)
    throw new Error(`${name}: ${text} is not a whole number from 1 to 1000000.`);
  return number;
}
