import {
  GromaError,
  isId,
  splitStatements,
  strongerEffect,
  type ProjectId,
  type SqlEffect,
  type UserId,
} from '@groma/model';
import { frameKind, type DatabaseReply, type SqlEvent } from '@groma/protocol';
import type { DatabaseParts } from './database-parts.ts';
import { keepBlockResult, type AskingBlock } from './project/block-results.ts';
import { answerWrites } from './project/answer-writes.ts';
import type { OriginBlock } from '../../platform/origin/origin.ts';
import { queryInputs } from './project/query-inputs.ts';
import type { SqlParameters } from './project/query-origin.ts';
import { relationsOf } from './project/relations-of.ts';
import { requireReading } from './require-reading.ts';

/** Bytes of rows that are handed to a notebook. */
const mostBytesOfAll = 256 * 1_048_576;
/** Bytes of the first rows, for who looks at them. */
const mostBytesOfFirst = 16 * 1_048_576;

export interface AskedQuery {
  projectId: ProjectId;
  userId: UserId;
  /** A name or an id. */ database: string;
  query: string;
  params: SqlParameters;
  signal: AbortSignal;
  /** Refuses statements that change something, and all of databases whose functions might. */
  mayOnlyRead?: boolean;
  /** Only so many rows of the answer are wanted. */
  mostRows?: number | undefined;
  /** The block that asks: its rows are kept for the other blocks of its notebook, which it can name in its turn. */
  block?: AskingBlock | undefined;
  /** The block whose code it is: what it writes into the project names it. */
  madeBy?: OriginBlock | undefined;
}

/**
 * Runs a query for a person and gives the rows of its last statement that has any, as the pieces of an Arrow stream;
 * null where none has. @throws GromaError NOT_FOUND, FORBIDDEN, QUERY_EMPTY, SQL_FAILED, DATABASE_STOPPED, BAD_INPUT
 * where the rows are too many.
 */
export async function queryArrow(
  parts: Pick<DatabaseParts, 'platform' | 'records' | 'open' | 'relations' | 'needs' | 'writes'>,
  { projectId, userId, database, query, params, signal, mayOnlyRead = false, mostRows, block, madeBy }: AskedQuery,
): Promise<Uint8Array[] | null> {
  const { platform, open } = parts;
  await platform.access.require(userId, projectId, 'execute_query', 'database');
  const { id: databaseId, dbType } = await findDatabase(parts, projectId, database);
  const statements = splitStatements(query);
  if (statements.length === 0) throw new GromaError('QUERY_EMPTY');
  const texts = statements.map(({ text }) => text);
  if (mayOnlyRead) requireReading(dbType, texts);
  const person = { projectId, userId, signal, notebookId: block?.notebookId };
  const inputs = await queryInputs(parts, databaseId, texts, person);
  const relations = await relationsOf(parts, databaseId, texts, person);
  const answer = await (
    await open.use(databaseId)
  ).openFrames(
    { statements, params, start: 0, relations, mayOnlyRead, mostRows, form: { kind: 'frames' } },
    signal,
    mayOnlyRead ? undefined : answerWrites(parts, { databaseId, texts, person, params, inputs, block: madeBy }),
  );
  const mostBytes = mostRows === undefined ? mostBytesOfAll : mostBytesOfFirst;
  let rows: Uint8Array[] | null = null;
  let bytes = 0;
  let effect: SqlEffect = 'none';
  let isWhole = false;
  try {
    for await (const frame of answer) {
      if (frame.kind === frameKind.arrow) {
        rows?.push(Uint8Array.from(frame.content));
        if ((bytes += frame.content.length) > mostBytes)
          throw new GromaError('BAD_INPUT', {
            detail: `The rows take more than ${mostBytes / 1_048_576} MB. Ask for fewer rows or columns.`,
          });
      } else if (frame.kind === frameKind.event) {
        const event = JSON.parse(frame.content.toString()) as SqlEvent;
        if (event.type === 'query_metadata') [rows, bytes] = [[], 0];
        if (event.type === 'statement_end') effect = strongerEffect(effect, event.effect);
        if (event.type === 'error') throw new GromaError('SQL_FAILED', { text: event.message, kind: event.kind });
        isWhole ||= event.type === 'end';
      }
      frame.release();
    }
  } finally {
    answer.destroy();
    if (effect !== 'none') {
      open.forgetSchema(databaseId);
      platform.allowance.changed(projectId);
      await platform.bus.publish('database-changed', { projectId, databaseId, effect });
    }
  }
  if (!isWhole)
    throw signal.aborted
      ? new GromaError('CANCELED', { name: 'The query' })
      : new GromaError('DATABASE_CONNECTION_LOST');
  if (rows && block)
    await keepBlockResult(parts, projectId, block, rows).catch((error: unknown) => {
      platform.log.error('The result of a block was not kept for others.', { error });
    });
  return rows;
}

async function findDatabase(
  { records }: Pick<DatabaseParts, 'records'>,
  projectId: ProjectId,
  wanted: string,
): Promise<DatabaseReply> {
  const all = await records.list(projectId);
  const named = all.filter(({ name }) => name.replaceAll(/\s+/g, ' ').trim() === wanted);
  const found = named.length === 1 ? named[0] : all.find(({ id }) => isId(wanted) && id === wanted);
  if (found) return found;
  if (named.length > 1)
    throw new GromaError('BAD_INPUT', {
      detail: `This project has several databases called "${wanted}". Write the id of the one that is meant: ${named.map(({ id }) => id).join(', ')}.`,
    });
  throw new GromaError('BAD_INPUT', { detail: `This project has no database called "${wanted}".` });
}
