import { GromaError } from '@groma/model';
import type { Endpoint } from '@groma/protocol';
import type { Readable } from 'node:stream';
import { route, streamed, type Call, type Route } from '../../../platform/http/route.ts';
import { DriveRefusal } from './drive-refusal.ts';

/** Most bytes of a request that is XML. */
const mostXml = 65_536;

/** A call of a drive, which answers by itself; what the protocol has a status for is answered with that. */
export function driveRoute<E extends Endpoint>(endpoint: E, answer: (call: Call<E>) => Promise<void>): Route {
  return route(endpoint, async (call) => {
    try {
      // Whoever sends these means something else than what would be made of it.
      if (/#|%2f/i.test(call.request.originalUrl)) throw new DriveRefusal(400);
      await answer(call);
    } catch (error) {
      if (!(error instanceof DriveRefusal)) throw error;
      const { status, condition } = error;
      void call.reply.status(status);
      if (condition === undefined) await call.reply.send();
      else
        await call.reply
          .type('application/xml; charset=utf-8')
          .send(`<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:">${condition}</D:error>\n`);
    }
    return streamed;
  });
}

/** The body of a call that is XML; empty where there is none. @throws GromaError TOO_LARGE */
export async function readXmlBody({ request }: Pick<Call, 'request'>): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of (request.body ?? []) as AsyncIterable<Buffer> | []) {
    bytes += piece.length;
    if (bytes > mostXml) throw new GromaError('TOO_LARGE', { name: 'The request', limit: '64 KB' });
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** Whether a body comes, of any length. */
export function hasBody({ headers }: Call['request']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The bytes of a file that come with a call; none where its length is 0. */
export function bodyOf({ body }: Call['request']): Readable | undefined {
  return body as Readable | undefined;
}
