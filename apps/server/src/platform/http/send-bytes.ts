import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { readByteRange, type ByteRange } from './byte-range.ts';
import { streamed } from './route.ts';

/** Something with a known length that can be read from anywhere. */
export interface Bytes {
  bytes: number;
  etag: string;
  read(range: ByteRange | undefined): Promise<Readable>;
}

/** Sends bytes whole or by range, or 304 when the caller has them. Type and caching are set by the caller beforehand. */
export async function sendBytes({ bytes, etag, read }: Bytes, request: FastifyRequest, reply: FastifyReply): Promise<typeof streamed> {
  void reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (request.headers['if-none-match'] === etag) {
    await reply.status(304).send();
    return streamed;
  }
  const isCurrent = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const range = isCurrent ? readByteRange(request.headers.range, bytes) : undefined;
  if (range === 'unsatisfiable') {
    await reply.status(416).header('content-range', `bytes */${bytes}`).send();
    return streamed;
  }
  if (range) void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  void reply.header('content-length', range ? range.end - range.start + 1 : bytes);
  await reply.send(await read(range));
  return streamed;
}
