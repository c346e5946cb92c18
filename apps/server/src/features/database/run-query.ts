import { GromaError, splitStatements } from '@groma/model';
import { frameHeader, type SqlEvent } from '@groma/protocol';
import type { database } from '@groma/protocol';
import { streamed, type Call } from '../../platform/http/route.ts';
import type { DatabaseParts } from './database-parts.ts';
import { previewBytes } from './engine/rows/preview-rows.ts';
import { keepRun } from './result/kept-run.ts';
import { answerWrites } from './project/answer-writes.ts';
import { queryInputs } from './project/query-inputs.ts';
import { queryOrigin } from './project/query-origin.ts';
import { relationsOf } from './project/relations-of.ts';
import type { KeptResult } from './record/query-records.ts';

/** First rows of a result that stand in the history. */
const historyRows = 20;

/** Runs a query for a person, streams what it gives and notes it in their history. */
export async function runQuery(
  parts: DatabaseParts,
  { params, body, user, projectId, reply, signal }: Call<typeof database.runQuery>,
): Promise<typeof streamed> {
  const { open, results, presenter, queries, running, platform } = parts;
  const statements = splitStatements(body.query);
  if (statements.length === 0) throw new GromaError('QUERY_EMPTY');
  const { databaseId } = params;
  const owner = { databaseId, userId: user.id };
  const runId = body.run_id ?? crypto.randomUUID();
  const canceler = new AbortController();
  const stop = AbortSignal.any([signal, canceler.signal]);
  await beginRun(parts, owner, { runId, query: body.query, canceler });
  const kept: KeptResult[] = [];
  const began = performance.now();
  let outcome: { success: boolean; error: string | null } = { success: false, error: null };
  let effect = 'none';
  const note = (event: SqlEvent): void => {
    if (event.type === 'query_metadata')
      kept.push({
        result_id: event.result_id,
        columns: event.columns,
        rowCount: 0,
        keptRows: 0,
        isWhole: false,
        rows: [],
      });
    const last = kept.at(-1);
    if (event.type === 'statement_end' && last)
      Object.assign(last, {
        rowCount: Math.max(last.rowCount, event.rows),
        keptRows: Math.max(last.keptRows, event.kept_rows),
        isWhole: true,
      });
    if (event.type === 'error') outcome = { success: false, error: event.message };
    if (event.type === 'end') {
      outcome = { ...outcome, success: event.success };
      effect = event.effect;
    }
  };
  try {
    const texts = statements.map(({ text }) => text);
    const person = { projectId, userId: user.id, signal: stop };
    const inputs = await queryInputs(parts, databaseId, texts, person);
    const relations = await relationsOf(parts, databaseId, texts, person);
    const made = { databaseId, texts, params: body.params, inputs };
    const process = await open.use(databaseId);
    const answer = await process.openFrames(
      { statements, params: body.params, start: body.start, relations, form: { kind: 'frames' } },
      stop,
      answerWrites(parts, { ...made, person }),
    );
    beginAnswer(reply, runId);
    const hasEnded = await keepRun(
      answer,
      results,
      { ...owner, originOf: (at) => queryOrigin(made, at) },
      {
        event: note,
        pass: (pieces) => writtenTo(reply.raw, pieces),
      },
    );
    if (!hasEnded) throw await process.whyLost();
  } catch (error) {
    const text = stop.aborted ? 'The query was canceled.' : error instanceof Error ? error.message : String(error);
    outcome = { success: false, error: text };
    if (!reply.sent && !canceler.signal.aborted)
      throw stop.aborted ? new GromaError('CANCELED', { name: 'The query' }) : error;
    if (!reply.sent) beginAnswer(reply, runId);
    if (!reply.raw.destroyed && canceler.signal.aborted) endCanceled(reply.raw, { kept, began });
    else if (!reply.raw.destroyed && !signal.aborted) endFailed(reply.raw, text, began);
  } finally {
    running.delete(`${user.id} ${runId}`);
    for (const result of kept) await addFirstRows({ results, presenter }, result, owner);
    await queries
      .end(runId, { ...outcome, milliseconds: performance.now() - began, results: kept })
      .catch((error: unknown) => {
        platform.log.error('A query was not noted.', { error });
      });
    if (effect !== 'none') {
      open.forgetSchema(databaseId);
      platform.allowance.changed(projectId);
      await platform.bus.publish('database-changed', { projectId, databaseId, effect });
    }
    // Last, so that who has the whole answer finds it in the history.
    if (reply.sent) reply.raw.end();
  }
  return streamed;
}

/** Has a run be there to be canceled, and noted. @throws GromaError BAD_INPUT where its id is that of another. */
async function beginRun(
  { queries, running }: DatabaseParts,
  owner: { databaseId: string; userId: string },
  { runId, query, canceler }: { runId: string; query: string; canceler: AbortController },
): Promise<void> {
  const key = `${owner.userId} ${runId}`;
  const other = running.get(key);
  running.set(key, canceler);
  await queries.begin(owner, runId, query).catch((error: unknown) => {
    if (other) running.set(key, other);
    else running.delete(key);
    throw error;
  });
}

type Raw = Call['reply']['raw'];

/** Who asked knows from now on that it runs, however long its first row takes. */
function beginAnswer(reply: Call['reply'], runId: string): void {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'application/vnd.groma.sql-frames',
    'cache-control': 'no-store',
    'x-run-id': runId,
  });
  reply.raw.flushHeaders();
}

/** Writes pieces, and waits until the system has taken them or the reader has gone. */
export function writtenTo(raw: Raw, pieces: readonly Uint8Array[]): Promise<void> | undefined {
  if (raw.destroyed) return undefined;
  return new Promise((resolve) => {
    const done = (): void => {
      raw.off('close', done);
      resolve();
    };
    raw.once('close', done);
    raw.cork();
    pieces.forEach((piece, index) => {
      raw.write(piece, index === pieces.length - 1 ? done : undefined);
    });
    raw.uncork();
  });
}

function endCanceled(raw: Raw, { began }: { kept: KeptResult[]; began: number }): void {
  endWith(raw, {
    type: 'error',
    index: 0,
    message: 'The query was canceled.',
    kind: 'canceled',
    position: null,
    milliseconds: Math.round(performance.now() - began),
  });
}

function endFailed(raw: Raw, message: string, began: number): void {
  endWith(raw, {
    type: 'error',
    index: 0,
    message,
    kind: 'connection',
    position: null,
    milliseconds: Math.round(performance.now() - began),
  });
}

function endWith(raw: Raw, error: SqlEvent): void {
  for (const event of [
    error,
    {
      type: 'end',
      milliseconds: 'milliseconds' in error ? error.milliseconds : 0,
      effect: 'none',
      success: false,
    } satisfies SqlEvent,
  ]) {
    const content = Buffer.from(JSON.stringify(event));
    raw.write(Buffer.concat([frameHeader('event', content.length), content]));
  }
}

async function addFirstRows(
  { results, presenter }: Pick<DatabaseParts, 'results' | 'presenter'>,
  result: KeptResult,
  owner: { databaseId: string; userId: string },
): Promise<void> {
  if (result.result_id === null) return;
  try {
    const index = await results.find(result.result_id, owner);
    // Of a statement that failed nobody has counted the rows.
    if (!result.isWhole) result.rowCount = result.keptRows = index.rows;
    for await (const part of results.read(index, 0, historyRows)) {
      result.rows = JSON.parse(
        Buffer.from(await presenter.present({ ...part, form: 'json', mostBytes: previewBytes })).toString(),
      ) as unknown[][];
      return;
    }
  } catch {
    // The history shows the query without rows.
  }
}

/** Headers that hooks have set for this answer; written by hand, they would be left out. */
export function headersOf(reply: Call['reply']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders())
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}
