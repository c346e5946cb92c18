import { pipeline } from 'node:stream/promises';
import { effectOf, strongerEffect, type SqlEffect } from '@groma/model';
import type { database } from '@groma/protocol';
import { streamed, type Call } from '../../platform/http/route.ts';
import type { DatabaseParts } from './database-parts.ts';
import { innerFrame, type RunRequest } from './engine/run-request.ts';
import { answerWrites } from './project/answer-writes.ts';
import { queryInputs } from './project/query-inputs.ts';
import { relationsOf } from './project/relations-of.ts';
import type { DatabaseProcess } from './process/database-process.ts';
import type { AnswerQuestion } from './process/frame-source.ts';
import { headersOf, writtenTo } from './run-query.ts';

type Asked = Pick<Call<typeof database.managedSql>, 'reply' | 'signal' | 'user' | 'projectId'> & {
  databaseId: string;
  request: RunRequest;
  contentType: string;
};
type Raw = Call['reply']['raw'];

/** Hands on what a database's process answers, as it comes and no faster than it is read. */
export async function relay(
  parts: DatabaseParts,
  { databaseId, request: asked, contentType, reply, signal, user, projectId }: Asked,
): Promise<typeof streamed> {
  const { open, platform } = parts;
  const texts = asked.statements.map(({ text }) => text);
  const person = { projectId, userId: user.id, signal };
  const inputs = await queryInputs(parts, databaseId, texts, person);
  const relations = await relationsOf(parts, databaseId, texts, person);
  const request = { ...asked, relations };
  const process = await open.use(databaseId);
  const answer = answerWrites(parts, { databaseId, texts, person, params: asked.params, inputs });
  const begin = (): Raw => {
    reply.hijack();
    return reply.raw.writeHead(200, { ...headersOf(reply), 'content-type': contentType, 'cache-control': 'no-store' });
  };
  if (request.form.kind === 'ndjson') await relayLines(process, request, { signal, answer }, begin);
  else
    await pipeline(await process.open('/run', request, signal), begin()).catch(() => {
      reply.raw.destroy();
    });
  platform.allowance.changed(projectId);
  const effect = request.statements.reduce<SqlEffect>(
    (strongest, { text }) => strongerEffect(strongest, effectOf(text)),
    'none',
  );
  if (effect !== 'none') {
    open.forgetSchema(databaseId);
    await platform.bus.publish('database-changed', { projectId, databaseId, effect });
  }
  return streamed;
}

/** Lines come in frames, whose bytes are used again: as an answer of HTTP, each piece would be memory of its own. */
async function relayLines(
  process: DatabaseProcess,
  request: RunRequest,
  { signal, answer }: { signal: AbortSignal; answer: AnswerQuestion },
  begin: () => Raw,
): Promise<void> {
  const source = await process.openFrames(request, signal, answer);
  const raw = begin();
  let isWhole = false;
  try {
    for await (const frame of source) {
      if (frame.kind === innerFrame.lines) await writtenTo(raw, [frame.content]);
      isWhole ||= frame.kind === innerFrame.whole;
      frame.release();
    }
  } catch {
    // It is not whole then.
  } finally {
    source.destroy();
  }
  // What was cut off must not look like all.
  if (isWhole) raw.end();
  else raw.destroy();
}
