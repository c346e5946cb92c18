import { Readable } from 'node:stream';
import { GromaError, parseDataPath, splitStatements, withoutLayer } from '@groma/model';
import type { MadeAgain, WantedAgain } from '../../platform/origin/run-again.ts';
import { placeText, statementPieces } from '../../platform/origin/statement-pieces.ts';
import type { DatabaseParts } from './database-parts.ts';
import { queryInputs } from './project/query-inputs.ts';
import type { SqlParameters } from './project/query-origin.ts';
import type { AskedQuery } from './query-arrow.ts';

/**
 * Runs the statements of an origin again: those of a file as they are, and those of a layer for the rows that take the
 * place of its features. @throws GromaError as `queryArrow` and `DatabaseNeeds.replaceLayer`, BAD_INPUT for one that
 * gives no rows
 */
export async function runQueryAgain(
  parts: DatabaseParts,
  query: (asked: AskedQuery) => Promise<Uint8Array[] | null>,
  { origin, projectId, user, operationId }: WantedAgain,
  signal: AbortSignal,
): Promise<MadeAgain> {
  const { platform, needs } = parts;
  const { doer, parameters, thing, name, block, kind } = origin;
  const {
    sql,
    params = {},
    geometry_column: geometryColumn = 'geometry',
    latitude_column: latitudeColumn,
  } = parameters as {
    sql?: string;
    params?: Exclude<SqlParameters, undefined>;
    geometry_column?: string;
    latitude_column?: string;
  };
  if (sql === undefined)
    throw new GromaError('BAD_INPUT', { detail: `The statement that made “${name}” is not known.` });
  const asked = { projectId, userId: user.id, database: doer, params, signal, madeBy: block };
  // What it was run over may have another name by now.
  const now = statementPieces(
    sql,
    origin.inputs.filter(({ current }) => current !== null),
  )
    .map((piece) => (typeof piece === 'string' ? piece : placeText(piece)))
    .join('');
  if ('path' in thing) {
    await query({ ...asked, query: now });
    return { operation_id: null, edits: [] };
  }
  await platform.access.require(user.id, projectId, 'update', 'map');
  const text = withoutLayer(now);
  const texts = splitStatements(text).map((statement) => statement.text);
  const inputs = platform.config.services.has('api')
    ? await queryInputs(parts, doer, texts, { projectId, userId: user.id, signal })
    : origin.inputs.map(({ current, currentName: _name, count: _count, ...input }) => ({
        ...input,
        version: input.version === null ? null : (current ?? input.version),
        features: null,
      }));
  const rows = await query({ ...asked, query: text });
  if (!rows) throw new GromaError('BAD_INPUT', { detail: `The statement that made “${name}” gives no rows.` });
  const path = parseDataPath(`/data/${crypto.randomUUID()}/rows.arrow`);
  await platform.files.write(projectId, path, Readable.from(rows, { objectMode: false }), { bucket: 'groma-temp' });
  return needs.replaceLayer(
    {
      projectId,
      user,
      target: thing,
      path,
      bucket: 'groma-temp',
      reading: { geometryColumn, latitudeColumn },
      origin: { kind, doer, parameters, inputs, block },
      name,
      operationId,
    },
    signal,
  );
}
