import type { DuckDBConnection } from '@duckdb/node-api';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { quoteIdentifier } from '@groma/model';

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
    await connection.run(`CREATE OR REPLACE VIEW files.main.${quoteIdentifier(path)} AS SELECT * FROM ${reader}('${join(folder, path).replaceAll("'", "''")}')`).then(() => known.add(path), () => undefined);
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
