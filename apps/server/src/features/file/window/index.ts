import { parseExistingPath, type DataPath, type LegacyEncoding, type ProjectId } from '@groma/model';
import { fileWindow } from '@groma/protocol';
import { route } from '../../../platform/http/route.ts';
import type { Feature, Platform } from '../../../platform/platform.ts';
import { headBytes, identityOf } from './lent-file.ts';
import { WindowCache } from './open-windows.ts';

/** What is known of a geodata file; handed in, since reading such files is the map's. */
export type DescribeGeodata = (
  projectId: ProjectId,
  file: { path: DataPath; encoding: LegacyEncoding | undefined; signal: AbortSignal },
) => Promise<fileWindow.GeodataCard>;

/** How long an answer waits for what it was asked for. */
const waitMs = 400;

/** Windows over files of any size for those who look at them. */
export function createFileWindowFeature(
  platform: Platform,
  { describeGeodata }: { describeGeodata: DescribeGeodata },
): Feature {
  const cache = new WindowCache(platform);
  const opened = (
    projectId: ProjectId,
    path: string,
    identity: string | undefined,
    encoding: LegacyEncoding | undefined,
  ) => cache.open(projectId, parseExistingPath(path), identity, encoding);
  return {
    close: () => cache.close(),
    routes: [
      route(fileWindow.fileState, async ({ projectId, query }) => {
        const stored = await platform.files.stat(projectId, parseExistingPath(query.path));
        if (!stored || stored.isDir) return { exists: false, bytes: null, lastModified: null, identity: null };
        return {
          exists: true,
          bytes: stored.bytes,
          lastModified: stored.modifiedAt.toISOString(),
          identity: identityOf(stored),
        };
      }),
      route(fileWindow.textWindow, async ({ projectId, query: { path, identity, encoding, start, count, from } }) => {
        const { file, text } = await opened(projectId, path, identity, encoding);
        const { job } = text;
        // A small text is counted in the time of an answer; the first rows of a large one, and its last, come at once.
        await job.until(
          () => job.rowCount >= start + count && start > 0,
          start > 0 || file.bytes <= headBytes ? waitMs * 5 : 0,
        );
        const isTail = from === 'end';
        const first = isTail ? (job.isDone ? Math.max(0, job.rowCount - count) : null) : start;
        const rows = first === null ? await text.lastRows(count) : await text.rowsFrom(first, count);
        return {
          identity: file.identity,
          bytes: file.bytes,
          encoding: file.encoding,
          isEncodingGuessed: file.isGuessed,
          scannedBytes: job.isDone ? file.bytes : job.scannedBytes,
          isComplete: job.isDone,
          rowCount: Math.max(job.rowCount, first === null ? 0 : first + rows.length),
          start: first,
          rows,
        };
      }),
      route(fileWindow.textSearch, async ({ projectId, query: { path, identity, encoding, query, matchCase } }) => {
        const windows = await opened(projectId, path, identity, encoding);
        const { job, rows } = windows.search(query, matchCase);
        job.touch();
        await job.until(() => false, waitMs);
        return {
          identity: windows.file.identity,
          bytes: windows.file.bytes,
          encoding: windows.file.encoding,
          isEncodingGuessed: windows.file.isGuessed,
          scannedBytes: job.scannedBytes,
          isComplete: job.isDone,
          rows,
          count: job.rowCount,
        };
      }),
      route(
        fileWindow.tableWindow,
        async ({ projectId, body: { path, identity, encoding, delimiter, start, count, sort, filter } }) => {
          const { file, ...windows } = await opened(projectId, path, identity, encoding).then((open) => ({
            file: open.file,
            table: open.table(delimiter),
          }));
          const found = await windows.table.window({ sort, filter }, start, count);
          return {
            identity: file.identity,
            bytes: file.bytes,
            encoding: file.encoding,
            isEncodingGuessed: file.isGuessed,
            delimiter: windows.table.delimiter,
            columns: windows.table.columns,
            start,
            ...found,
          };
        },
      ),
      route(fileWindow.describeGeodata, ({ projectId, query, signal }) =>
        describeGeodata(projectId, { path: parseExistingPath(query.path), encoding: query.encoding, signal }),
      ),
    ],
  };
}
