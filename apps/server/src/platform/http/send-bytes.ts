import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readByteRange, type ByteRange } from './byte-range.ts';
import { streamed } from './route.ts';

/** Something with a known length that can be read from anywhere. */
export interface Bytes {
  bytes: number;
  etag: string;
  /** The stream gives no byte beyond the range, however long the thing has grown. Called at most once. */
  read(range: ByteRange): Readable | Promise<Readable>;
  /** Called when nothing is to be read. */
  close?(): Promise<void>;
}

/**
 * Sends bytes whole or by range, or 304 when the caller has them. Type and caching are set by the caller beforehand.
 */
export async function sendBytes(
  { bytes, etag, read, close }: Bytes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof streamed> {
  void reply.headers({ etag, 'accept-ranges': 'bytes' });
  const isCurrent = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const range = isCurrent ? readByteRange(request.headers.range, bytes) : undefined;
  const isKnown = knows(request.headers['if-none-match'], etag);
  if (isKnown || range === 'unsatisfiable' || bytes === 0) {
    await close?.();
    if (isKnown) void reply.status(304);
    else if (range === 'unsatisfiable') void reply.status(416).header('content-range', `bytes */${bytes}`);
    else void reply.header('content-length', 0);
    await reply.send();
    return streamed;
  }
  if (range) void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  void reply.header('content-length', end - start + 1);
  if (request.method === 'HEAD') {
    await close?.();
    // Fastify takes anything that is not a stream for the whole, and tells its length.
    await reply.send(Readable.from([]));
    return streamed;
  }
  const whole = allOf(end - start + 1, reply);
  // The failure of the source reaches the reply through the other end.
  pipeline(await read({ start, end }), whole).catch(() => undefined);
  await reply.send(whole);
  return streamed;
}

/** Whether the caller has one of the states it names; the standard compares them weakly (RFC 9110 §13.1.2). */
function knows(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => each === etag || each === '*');
}

/**
 * Passes exactly so many bytes. When the source ends before them, the connection is cut: the length has been promised,
 * and what is sent next on the connection would be taken for the rest.
 */
function allOf(expected: number, reply: FastifyReply): Transform {
  let passed = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      passed += piece.length;
      done(null, piece);
    },
    flush(done) {
      if (passed === expected) return done();
      reply.raw.destroy();
      done(new Error(`${passed} bytes could be read where ${expected} were promised`));
    },
  });
}
