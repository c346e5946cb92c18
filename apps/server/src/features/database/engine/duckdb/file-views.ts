import type { DuckDBConnection } from '@duckdb/node-api';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { quoteIdentifier } from '@groma/model';
import type { TextFiles } from './text-files.ts';

const readers: Record<string, string> = {
  csv: 'read_csv',
  tsv: 'read_csv',
  parquet: 'read_parquet',
  json: 'read_json',
  ndjson: 'read_json',
  jsonl: 'read_json',
};
/** Files that are made views; of more, SQL reads them by path. */
const mostFiles = 200;
const deepest = 4;

/** The views of the table files of a project, in the catalog `files`. */
export class FileViews {
  readonly #connection: DuckDBConnection;
  readonly #folder: string;
  readonly #textFiles: TextFiles;
  /** What each view reads: the file, or a copy of it in UTF-8. */
  readonly #known = new Map<string, string>();

  constructor(connection: DuckDBConnection, folder: string, textFiles: TextFiles) {
    this.#connection = connection;
    this.#folder = folder;
    this.#textFiles = textFiles;
  }

  /** Makes a view of each table file, and drops those whose file went. */
  async refresh(): Promise<void> {
    const paths = await listFiles(this.#folder);
    for (const path of [...this.#known.keys()].filter((each) => !paths.includes(each.replace(/^\/data\//, '')))) {
      await this.#connection.run(`DROP VIEW IF EXISTS files.main.${quoteIdentifier(path)}`).catch(() => undefined);
      this.#known.delete(path);
    }
    for (const path of paths) await this.#show(path).catch(() => this.#known.delete(path));
  }

  /** Makes the view of a file that a statement names, by its path below the project's files or from `/data` on. */
  async showNamed(name: string): Promise<void> {
    const path = name.replace(/^\/data\//, '');
    if (!(endingOf(path) in readers) || /[*?[\]{}]/.test(path) || path.split('/').includes('..')) return;
    const isThere = await stat(join(this.#folder, path)).then(
      (stats) => stats.isFile(),
      () => false,
    );
    if (isThere) await this.#show(path, name).catch(() => this.#known.delete(name));
    else if (this.#known.delete(name))
      await this.#connection.run(`DROP VIEW IF EXISTS files.main.${quoteIdentifier(name)}`).catch(() => undefined);
  }

  /** What is no table after all is left out; reading it by hand says why. */
  async #show(path: string, name = path): Promise<void> {
    const reader = readers[endingOf(path)]!;
    const file = join(this.#folder, path);
    const read = reader === 'read_csv' ? await this.#textFiles.pathForView(file) : file;
    if (this.#known.get(name) === read) return;
    const source = `${reader}('${read.replaceAll("'", "''")}')`;
    await this.#connection.run(`CREATE OR REPLACE VIEW files.main.${quoteIdentifier(name)} AS SELECT * FROM ${source}`);
    this.#known.set(name, read);
  }
}

async function listFiles(folder: string, below = folder, depth = 0): Promise<string[]> {
  const entries = await readdir(below, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(below, entry.name);
    if (entry.isDirectory() && depth < deepest && !entry.name.startsWith('.'))
      found.push(...(await listFiles(folder, path, depth + 1)));
    // A pattern sign in a name would make it a search.
    else if (entry.isFile() && endingOf(entry.name) in readers && !/[*?[\]{}]/.test(path))
      found.push(relative(folder, path));
    if (found.length >= mostFiles) break;
  }
  return found.slice(0, mostFiles);
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
