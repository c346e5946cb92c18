import { effectOf, sqlErrorText, strongerEffect, type SqlEffect, type SqlStatement } from '@groma/model';
import { frameHeader, type SqlEvent } from '@groma/protocol';
import type { AnswerWriter } from './answer-writer.ts';
import { SqlError, type EngineSession, type StatementAnswer } from './engine.ts';
import { ArrowWriter } from './rows/arrow-writer.ts';
import { sliceBatch, type ColumnBatch } from './rows/column-batch.ts';
import { recogniseGeometries } from './rows/geometry-columns.ts';
import { innerHeader, type RunRequest } from './run-request.ts';

/** Of parts that will be read one by one. */
const partBytes = 4 * 1_048_576;

/** Runs statements one after the other until one fails, and writes what comes as frames. */
export async function runFrames(
  session: EngineSession,
  { statements, params, start, form, mostRows }: RunRequest,
  writer: AnswerWriter,
): Promise<void> {
  const began = performance.now();
  const batchRows = form.kind === 'frames' ? form.batchRows : undefined;
  let effect: SqlEffect = 'none';
  let success = true;
  for (const [index, statement] of statements.entries()) {
    const statementBegan = performance.now();
    try {
      await writer.write(
        ...eventFrame({ type: 'statement', index, start: start + statement.start, end: start + statement.end }),
      );
      const answer = await session.run(statement.text, params);
      const own = effectOf(statement.text);
      const rows = await writeRows(answer, { index, batchRows, mostRows, isQuery: own === 'none' }, writer);
      effect = strongerEffect(effect, own);
      await writer.write(
        ...eventFrame({
          type: 'statement_end',
          index,
          rows,
          rows_changed: answer.rowsChanged(),
          milliseconds: since(statementBegan),
          effect: own,
          kept_rows: 0,
          notices: answer.notices,
        }),
      );
    } catch (error) {
      success = false;
      if (!writer.isGone)
        await writer.write(...eventFrame(errorEvent(error, statement, index, start, since(statementBegan))));
      break;
    }
  }
  if (!writer.isGone) await writer.write(...eventFrame({ type: 'end', milliseconds: since(began), effect, success }));
}

async function writeRows(
  { columns, batches }: StatementAnswer,
  {
    index,
    batchRows,
    mostRows = Infinity,
    isQuery,
  }: { index: number; batchRows: number | undefined; mostRows: number | undefined; isQuery: boolean },
  writer: AnswerWriter,
): Promise<number> {
  let arrow: ArrowWriter | undefined;
  let count = 0;
  const begin = async (first: ColumnBatch | undefined): Promise<ArrowWriter> => {
    const shapes = first ? recogniseGeometries(columns!, first) : columns!;
    arrow = new ArrowWriter(shapes);
    await writer.write(
      ...eventFrame({
        type: 'query_metadata',
        index,
        columns: shapes.map(({ name, type, geometry }) => ({ name, type, ...(geometry && { geometry }) })),
        result_id: null,
      }),
      ...arrowFrames(arrow.begin(), 0),
    );
    return arrow;
  };
  for await (const batch of batchRows === undefined ? batches : cut(batches, batchRows)) {
    if (!columns) continue;
    const target = arrow ?? (await begin(batch));
    const rows = Math.min(batch.rows, mostRows - count);
    const wanted = rows < batch.rows ? sliceBatch(batch, 0, rows) : batch;
    count += rows;
    if (rows > 0) await writer.write(...arrowFrames(target.write(wanted), rows));
    // What changes something has to come to its end.
    if (count >= mostRows && isQuery) break;
  }
  if (columns) await writer.write(...arrowFrames((arrow ?? (await begin(undefined))).end(), 0));
  return count;
}

/** Batches of at most so many rows, and about so many bytes where a row has fewer. */
async function* cut(batches: AsyncIterable<ColumnBatch>, mostRows: number): AsyncGenerator<ColumnBatch> {
  for await (const batch of batches) {
    const bytes = batch.columns.reduce((sum, { values }) => sum + values.byteLength, 0);
    const most = Math.max(1, Math.min(mostRows, Math.floor((partBytes * batch.rows) / Math.max(1, bytes))));
    if (batch.rows <= most) yield batch;
    else
      for (let from = 0; from < batch.rows; from += most)
        yield sliceBatch(batch, from, Math.min(batch.rows, from + most));
  }
}

/** Failures that say no place are those of the whole statement, but for such as no statement has. */
const placeless: readonly string[] = ['connection', 'network', 'canceled'];

export function errorEvent(
  error: unknown,
  statement: SqlStatement,
  index: number,
  start: number,
  milliseconds: number,
): Extract<SqlEvent, { type: 'error' }> {
  const failure =
    error instanceof SqlError
      ? error.failure
      : { kind: 'other' as const, detail: error instanceof Error ? error.message : String(error), position: undefined };
  return {
    type: 'error',
    index,
    message: sqlErrorText(failure),
    kind: failure.kind,
    position: placeless.includes(failure.kind) ? null : start + statement.start + (failure.position ?? 0),
    milliseconds,
  };
}

function since(began: number): number {
  return Math.round(performance.now() - began);
}

function eventFrame(event: SqlEvent): [Uint8Array, Uint8Array] {
  const content = Buffer.from(JSON.stringify(event));
  return [frameHeader('event', content.length), content];
}

function arrowFrames(pieces: Uint8Array[], rows: number): Uint8Array[] {
  const told = Buffer.alloc(4);
  told.writeUInt32LE(rows);
  return [
    innerHeader('rows', told.length),
    told,
    frameHeader(
      'arrow',
      pieces.reduce((sum, piece) => sum + piece.length, 0),
    ),
    ...pieces,
  ];
}
