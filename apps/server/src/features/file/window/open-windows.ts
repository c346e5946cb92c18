import { GromaError, type DataPath, type LegacyEncoding, type ProjectId } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import { identityOf, lendFile, requireState, type LentFile } from './lent-file.ts';
import { ScanJob } from './scan-job.ts';
import { TableWindows, type Delimiter } from './table-windows.ts';
import { TextWindows } from './text-windows.ts';

const idleMs = 10 * 60_000;
const mostOpen = 24;

export interface Search {
  job: ScanJob;
  rows: number[];
}

/** A file that windows are read of: each way to read it is made when it is first asked for. */
export class OpenWindows {
  readonly file: LentFile;
  usedAt = performance.now();
  #text: TextWindows | undefined;
  readonly #tables = new Map<string, TableWindows>();
  #search: { key: string; search: Search } | undefined;

  constructor(file: LentFile) {
    this.file = file;
  }

  get text(): TextWindows {
    return (this.#text ??= new TextWindows(this.file));
  }

  table(delimiter: Delimiter | undefined): TableWindows {
    const key = delimiter ?? '';
    const known = this.#tables.get(key) ?? new TableWindows(this.file, delimiter);
    this.#tables.set(key, known);
    return known;
  }

  /** The search of a word. Another word takes its place. */
  search(query: string, matchCase: boolean): Search {
    const key = JSON.stringify([query, matchCase]);
    if (this.#search?.key === key && this.#search.search.job.failure === null) return this.#search.search;
    void this.#search?.search.job.cancel();
    const { file, bytes, markBytes, lineEnd, bytesAre } = this.file;
    const rows: number[] = [];
    const job = new ScanJob(
      { kind: 'search-lines', file, bytes, start: markBytes, lineEnd, bytesAre, query, matchCase },
      (news) => {
        rows.push(...(news.rows ?? []));
      },
      false,
    );
    this.#search = { key, search: { job, rows } };
    return this.#search.search;
  }

  async close(): Promise<void> {
    await Promise.all([
      this.#text?.job.cancel(),
      this.#search?.search.job.cancel(),
      ...[...this.#tables.values()].map((table) => table.close()),
    ]);
    await this.file.close();
  }
}

/**
 * Files that windows are read of, kept while they are used; one whose content has changed makes room for the new one.
 */
export class WindowCache {
  readonly #platform: Platform;
  readonly #open = new Map<string, Promise<OpenWindows>>();
  readonly #sweep = setInterval(() => {
    void this.#closeIdle();
  }, idleMs / 10).unref();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** @throws GromaError FILE_NOT_FOUND, FILE_STALE, TOO_MANY_WINDOWS. */
  async open(
    projectId: ProjectId,
    path: DataPath,
    identity: string | undefined,
    encoding?: LegacyEncoding,
  ): Promise<OpenWindows> {
    const stored = await requireState(this.#platform, projectId, path, identity);
    const place = `${projectId} ${encoding ?? ''} ${path}`;
    let opening = this.#open.get(place);
    if (opening && (await opening).file.identity !== identityOf(stored)) {
      this.#open.delete(place);
      void opening.then((old) => old.close());
      opening = this.#open.get(place);
    }
    if (!opening) {
      await this.#makeRoom();
      opening =
        this.#open.get(place) ??
        lendFile(this.#platform, projectId, stored, encoding).then((file) => new OpenWindows(file));
      this.#open.set(place, opening);
      opening.catch(() => {
        this.#open.delete(place);
      });
    }
    const windows = await opening;
    windows.usedAt = performance.now();
    return windows;
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    const all = [...this.#open.values()];
    this.#open.clear();
    await Promise.allSettled(all.map(async (opening) => (await opening).close()));
  }

  async #makeRoom(): Promise<void> {
    if (this.#open.size < mostOpen) return;
    const settled = await Promise.all(
      [...this.#open].map(async ([place, opening]) => ({ place, windows: await opening.catch(() => null) })),
    );
    const [oldest] = settled
      .flatMap(({ place, windows }) => (windows ? [{ place, windows }] : []))
      .sort((first, second) => first.windows.usedAt - second.windows.usedAt);
    if (!oldest || performance.now() - oldest.windows.usedAt < 1_000) throw new GromaError('TOO_MANY_WINDOWS');
    this.#open.delete(oldest.place);
    await oldest.windows.close();
  }

  async #closeIdle(): Promise<void> {
    for (const [place, opening] of this.#open) {
      // oxlint-disable-next-line no-await-in-loop
      const windows = await opening.catch(() => null);
      if (!windows || performance.now() - windows.usedAt < idleMs) continue;
      this.#open.delete(place);
      // oxlint-disable-next-line no-await-in-loop
      await windows.close();
    }
  }
}
