import { paginationOf } from '@groma/model';
import type { AnswerWriter } from './answer-writer.ts';
import type { EngineSession, StatementAnswer } from './engine.ts';
import type { ColumnShape } from './rows/column-batch.ts';
import { recogniseGeometries } from './rows/geometry-columns.ts';
import { JsonRows } from './rows/json-rows.ts';
import { errorEvent } from './run-frames.ts';
import type { RunRequest } from './run-request.ts';

/**
 * Runs statements and writes what they give as lines of JSON: `query_metadata` and `data` for each, or one page of the
 * last.
 */
export async function runNdjson(
  session: EngineSession,
  { statements, params, start, form }: RunRequest,
  writer: AnswerWriter,
): Promise<void> {
  const page = form.kind === 'ndjson' ? form.page : undefined;
  for (const [index, statement] of statements.entries()) {
    const began = performance.now();
    try {
      const answer = await session.run(statement.text, params);
      const isPage = page && index === statements.length - 1;
      if (answer.columns && isPage) await writePage(answer, answer.columns, page, writer);
      else await writeLines(answer, index, writer);
    } catch (error) {
      if (!writer.isGone)
        await writer.write(line(errorEvent(error, statement, index, start, Math.round(performance.now() - began))));
      return;
    }
  }
}

async function writeLines(
  { columns, batches, rowsChanged }: StatementAnswer,
  index: number,
  writer: AnswerWriter,
): Promise<void> {
  let shapes: ColumnShape[] | undefined;
  for await (const batch of batches) {
    if (!columns) continue;
    if (!shapes) {
      shapes = recogniseGeometries(columns, batch);
      await writer.write(line({ type: 'query_metadata', index, columns: publicColumns(shapes) }));
    }
    await writer.write(
      new JsonRows(shapes, batch).ascii(`{"type":"data","index":${index},"rows":[`).rows(0, batch.rows).ascii(']}\n')
        .bytes,
    );
  }
  if (!shapes)
    await writer.write(
      line({
        type: 'query_metadata',
        index,
        columns: publicColumns(columns ?? []),
        ...(!columns && { rows_changed: rowsChanged() }),
      }),
    );
}

/**
 * Rows from a place on; those before are read and left out, for a query may give others each time it is asked in parts.
 */
async function writePage(
  { batches }: StatementAnswer,
  columns: ColumnShape[],
  { offset, limit }: { offset: number; limit: number },
  writer: AnswerWriter,
): Promise<void> {
  let [seen, isMore] = [0, false];
  let shapes: ColumnShape[] | undefined;
  const rows: Buffer[] = [];
  let count = 0;
  for await (const batch of batches) {
    shapes ??= recogniseGeometries(columns, batch);
    const [from, to] = [Math.max(0, offset - seen), Math.min(batch.rows, offset + limit - seen)];
    if (to > from) {
      rows.push(new JsonRows(shapes, batch, { rows: to - from }).ascii(count > 0 ? ',' : '').rows(from, to).bytes);
      count += to - from;
    }
    seen += batch.rows;
    isMore = seen > offset + limit;
    if (isMore) break;
  }
  await writer.write(line({ type: 'query_metadata', index: 0, columns: publicColumns(shapes ?? columns) }));
  const pagination = paginationOf({ offset, limit, rows: count, total: isMore ? null : seen }, isMore);
  await writer.write(
    '{"type":"paginated_data","index":0,"rows":[',
    ...rows,
    `],"pagination":${JSON.stringify(pagination)}}\n`,
  );
}

/**
 * Runs statements and writes the rows of the last one as `{"columns":…,"data":…}`. A failure before the first row is
 * thrown, a later one stands in `error`.
 */
export async function runJson(
  session: EngineSession,
  { statements, params, start }: RunRequest,
  writer: AnswerWriter,
): Promise<void> {
  let isOpen = false;
  for (const [index, statement] of statements.entries()) {
    const answer = await session.run(statement.text, params);
    const isLast = index === statements.length - 1;
    let shapes: ColumnShape[] | undefined;
    let hasRows = false;
    try {
      for await (const batch of answer.batches) {
        if (!isLast || !answer.columns) continue;
        const isFirst = !shapes;
        shapes ??= recogniseGeometries(answer.columns, batch);
        if (isFirst) await writer.write(`{"columns":${JSON.stringify(publicColumns(shapes))},"data":[`);
        isOpen = true;
        if (batch.rows > 0)
          await writer.write(new JsonRows(shapes, batch).ascii(hasRows ? ',' : '').rows(0, batch.rows).bytes);
        hasRows ||= batch.rows > 0;
      }
    } catch (error) {
      if (!isOpen) throw error;
      await writer.write(`],"error":${JSON.stringify(errorEvent(error, statement, index, start, 0).message)}}`);
      return;
    }
    if (isLast)
      await writer.write(
        isOpen ? ']}' : `{"columns":${JSON.stringify(publicColumns(answer.columns ?? []))},"data":[]}`,
      );
  }
}

export function publicColumns(shapes: readonly ColumnShape[]): object[] {
  return shapes.map(({ name, type, geometry }) => ({ name, type, ...(geometry && { geometry }) }));
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
