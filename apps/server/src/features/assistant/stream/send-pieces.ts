import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { streamed } from '../../../platform/http/route.ts';

/**
 * Answers a call with text that grows, whose first piece has come: what fails before it is an answer like any other
 * failure.
 */
export async function sendPieces(
  reply: FastifyReply,
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): Promise<typeof streamed> {
  void reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'no-store');
  await reply.send(Readable.from(firstAnd(first, rest), { objectMode: false }));
  return streamed;
}

async function* firstAnd(
  { done, value }: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  if (done) return;
  yield value;
  yield* rest;
}
