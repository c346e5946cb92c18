import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvCell, GromaError, parseDataPath } from '@groma/model';
import { database } from '@groma/protocol';
import { route, streamed, type Call, type Route } from '../../platform/http/route.ts';
import type { Origin } from '../../platform/origin/origin.ts';
import type { DatabaseParts } from './database-parts.ts';
import { isComplete, type ResultIndex } from './result/result-store.ts';
import { headersOf } from './run-query.ts';

/** End of an Arrow stream. */
const arrowEnd = Buffer.from([255, 255, 255, 255, 0, 0, 0, 0]);

/** Windows of results, their download and their way onto a map. */
export function resultRoutes(parts: DatabaseParts): Route[] {
  return [
    route(database.readResultRows, async ({ params, query, user, reply }) => {
      const index = await parts.results.find(params.resultId, { databaseId: params.databaseId, userId: user.id });
      if (!query.partial && query.offset + query.limit > index.rows) requireComplete(index);
      return send(
        reply,
        { 'content-type': 'application/vnd.apache.arrow.stream', 'x-total-rows': String(index.rows) },
        arrowWindow(parts, index, query),
      );
    }),
    route(database.downloadResult, async ({ params, user, reply }) => {
      const index = await parts.results.find(params.resultId, { databaseId: params.databaseId, userId: user.id });
      requireComplete(index);
      return send(
        reply,
        { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="query-result.csv"' },
        csvOf(parts, index),
      );
    }),
    route(database.addResultToMap, (call) => addToMap(parts, call)),
  ];
}

/**
 * Rows of a result that still runs, that failed on the way or that was too large to be kept must not be taken for all.
 * @throws GromaError RESULT_INCOMPLETE
 */
export function requireComplete(index: ResultIndex): void {
  if (!isComplete(index)) throw new GromaError('RESULT_INCOMPLETE', { rows: index.rows });
}

async function* arrowWindow(
  { results, presenter }: DatabaseParts,
  index: ResultIndex,
  { offset, limit }: { offset: number; limit: number },
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const part of results.read(index, offset, limit)) {
    yield await presenter.present({ ...part, form: isFirst ? 'arrow-first' : 'arrow' });
    isFirst = false;
  }
  // A window behind the last row still says which columns there are.
  if (isFirst) yield await results.readSchema(index);
  yield arrowEnd;
}

async function* csvOf({ results, presenter }: DatabaseParts, index: ResultIndex): AsyncGenerator<Uint8Array> {
  // The mark by which spreadsheets know UTF-8.
  const header = Buffer.from(`\u{FEFF}${index.columns.map(({ name }) => csvCell(name)).join(',')}\r\n`);
  let isFirst = true;
  for await (const part of results.read(index, 0, Number.MAX_SAFE_INTEGER)) {
    const rows = await presenter.present({ ...part, form: 'csv' });
    yield isFirst ? Buffer.concat([header, rows]) : rows;
    isFirst = false;
  }
  if (isFirst) yield header;
}

/**
 * What fails before the first piece is an error of the catalogue; what fails later cuts the connection, so that the
 * rest is missed.
 */
async function send(
  reply: Call['reply'],
  headers: Record<string, string>,
  content: AsyncGenerator<Uint8Array>,
): Promise<typeof streamed> {
  const first = await content.next();
  reply.hijack();
  reply.raw.writeHead(200, { ...headersOf(reply), ...headers, 'cache-control': 'private, no-store' });
  await pipeline(Readable.from(firstAnd(first, content), { objectMode: false }), reply.raw).catch(() => {
    reply.raw.destroy();
  });
  // Who left before the second piece leaves an open file.
  await content.return(undefined);
  return streamed;
}

async function* firstAnd<T>({ done, value }: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (done) return;
  yield value as T;
  yield* rest;
}

async function addToMap(
  parts: DatabaseParts,
  { params, body, user, projectId, signal }: Call<typeof database.addResultToMap>,
): Promise<{ layer_ids: string[]; features: number; warnings: string[] }> {
  const {
    platform: { access, files },
    results,
    needs,
  } = parts;
  const owning = await access.projectOf('map', body.map_id);
  if (owning !== projectId) throw new GromaError('NOT_FOUND', { noun: 'map' });
  await access.require(user.id, owning, 'update', 'map');
  const index = await results.find(params.resultId, { databaseId: params.databaseId, userId: user.id });
  requireComplete(index);
  requirePlaces(index, body);
  const path = parseDataPath(`/data/${crypto.randomUUID()}/rows.arrow`);
  try {
    await files.write(projectId, path, Readable.from(keptRows(parts, index), { objectMode: false }), {
      bucket: 'groma-temp',
    });
    const query = {
      layerName: body.name,
      geometryColumn: body.geometry_column,
      latitudeColumn: body.latitude_column,
    };
    const { Layer, warnings } = await needs.importLayers({
      mapId: body.map_id,
      projectId,
      user,
      bucket: 'groma-temp',
      path,
      crs: undefined,
      query,
      origin: originOf(index, body),
      signal,
    });
    return {
      layer_ids: Layer.map(({ id }) => id),
      features: Layer.reduce((sum, { data }) => sum + (data?.manifest.featureCount ?? 0), 0),
      warnings,
    };
  } catch (error) {
    if (error instanceof GromaError && error.details['reason'] === 'no-places')
      throw new GromaError('GEOMETRY_UNREADABLE', {
        column: body.geometry_column,
        detail: 'all its geometries are empty.',
      });
    throw error;
  } finally {
    await files.discard(projectId, path, 'groma-temp').catch(() => undefined);
  }
}

type Places = { geometry_column: string; latitude_column?: string | undefined };

/** @throws GromaError GEOMETRY_UNREADABLE where a column is missing, or the one of geometries holds none */
function requirePlaces({ columns }: ResultIndex, { geometry_column, latitude_column }: Places): void {
  if (latitude_column === undefined) {
    if (!columns.find(({ name }) => name === geometry_column)?.geometry)
      throw new GromaError('GEOMETRY_UNREADABLE', { column: geometry_column, detail: 'it holds no geometries.' });
    return;
  }
  const missing = [geometry_column, latitude_column].find((wanted) => !columns.some(({ name }) => name === wanted));
  if (missing !== undefined)
    throw new GromaError('GEOMETRY_UNREADABLE', { column: missing, detail: 'the result has no such column.' });
}

/** How a layer of kept rows was made. Rows kept by an earlier version do not say of which statement. */
function originOf({ origin, databaseId }: ResultIndex, { geometry_column, latitude_column }: Places): Origin {
  const known = origin ?? { kind: 'query' as const, doer: databaseId, parameters: {}, inputs: [] };
  const places = { geometry_column, ...(latitude_column !== undefined && { latitude_column }) };
  return { ...known, parameters: { ...known.parameters, ...places } };
}

/** All rows as they were kept, with the types of their database: nothing of them is read on the way to the map. */
export async function* keptRows(
  { results }: Pick<DatabaseParts, 'results'>,
  index: ResultIndex,
): AsyncGenerator<Uint8Array> {
  yield await results.readSchema(index);
  for await (const { batch } of results.read(index, 0, Number.MAX_SAFE_INTEGER)) yield batch;
  yield arrowEnd;
}
