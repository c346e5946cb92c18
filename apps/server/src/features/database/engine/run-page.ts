import type { AnswerWriter } from './answer-writer.ts';
import type { EngineSession } from './engine.ts';
import type { ColumnShape } from './rows/column-batch.ts';
import { recogniseGeometries } from './rows/geometry-columns.ts';
import { pageBytes, pageRows } from './rows/page-rows.ts';
import { publicColumns } from './run-json.ts';
import type { RunRequest } from './run-request.ts';

/**
 * Runs one statement and writes as many of its rows as have room on a page: `{"columns":…,"rows":…}` with how many they
 * are on the first line, then the rows as JSON, which the server hands on as they are.
 */
export async function runPage(
  session: EngineSession,
  { statements: [statement], params }: RunRequest,
  writer: AnswerWriter,
): Promise<void> {
  const { columns, batches } = await session.run(statement!.text, params);
  let shapes: ColumnShape[] | undefined;
  const texts: Buffer[] = [];
  let [rows, room] = [0, pageBytes];
  for await (const batch of batches) {
    shapes ??= recogniseGeometries(columns ?? [], batch);
    const part = pageRows(shapes, batch, { from: 0, to: batch.rows }, { bytes: room, isFirst: rows === 0 });
    if (part.rows > 0) texts.push(...(rows > 0 ? [Buffer.from(',')] : []), part.text);
    rows += part.rows;
    room -= part.bytes;
    if (part.rows < batch.rows) break;
  }
  await writer.write(`${JSON.stringify({ columns: publicColumns(shapes ?? columns ?? []), rows })}\n[`, ...texts, ']');
}
