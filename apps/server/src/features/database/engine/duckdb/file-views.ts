import type { DuckDBConnection } from '@duckdb/node-api';
import { open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { quoteIdentifier } from '@groma/model';
import { sampleEncoding } from '../../../../platform/text/sample-encoding.ts';

const readers: Record<string, string> = { csv: 'read_csv', tsv: 'read_csv', parquet: 'read_parquet', json: 'read_json', ndjson: 'read_json', jsonl: 'read_json' };
/** Files that are made views; of more, SQL reads them by path. */
const mostFiles = 200;
const deepest = 4;

/** Makes a view of each table file of the project in the catalog `files`, and drops those whose file went. */
export async function refreshFileViews(connection: DuckDBConnection, folder: string, known: Set<string>): Promise<void> {
  const paths = await listFiles(folder);
  for (const path of [...known].filter((each) => !paths.includes(each))) {
    await connection.run(`DROP VIEW IF EXISTS files.main.${quoteIdentifier(path)}`).catch(() => undefined);
    known.delete(path);
  }
  for (const path of paths.filter((each) => !known.has(each))) {
    const reader = readers[endingOf(path)]!;
    // What is no table after all is left out; reading it by hand says why.
    await connection.run(`CREATE OR REPLACE VIEW files.main.${quoteIdentifier(path)} AS SELECT * FROM ${reader}('${join(folder, path).replaceAll("'", "''")}'${reader === 'read_csv' ? await encodingOption(join(folder, path)) : ''})`).then(() => known.add(path), () => undefined);
  }
}

/** How DuckDB is told of an encoding that it can read and that is not in doubt; a file in another one is left out. */
async function encodingOption(path: string): Promise<string> {
  const file = await open(path).catch(() => null);
  if (!file) return '';
  try {
    const { size } = await file.stat();
    const read = async (start: number, bytes: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, start);
      return buffer.subarray(0, bytesRead);
    };
    const { encoding, certainty } = await sampleEncoding(read, size);
    if (encoding.startsWith('utf-16')) return ", encoding = 'utf-16'";
    return encoding === 'windows-1252' && certainty === 'likely' ? ", encoding = 'latin-1'" : '';
  } finally {
    await file.close();
  }
}

async function listFiles(folder: string, below = folder, depth = 0): Promise<string[]> {
  const entries = await readdir(below, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries.sort((one, other) => one.name < other.name ? -1 : 1)) {
    const path = join(below, entry.name);
    if (entry.isDirectory() && depth < deepest && !entry.name.startsWith('.')) found.push(...await listFiles(folder, path, depth + 1));
    // A pattern sign in a name would make it a search.
    else if (entry.isFile() && endingOf(entry.name) in readers && !/[*?[\]{}]/.test(path)) found.push(relative(folder, path));
    if (found.length >= mostFiles) break;
  }
  return found.slice(0, mostFiles);
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
