import { Readable } from 'node:stream';
import { databaseArrow } from '@groma/protocol';
import { route, streamed, type Route } from '../../platform/http/route.ts';
import type { AskedQuery } from './query-arrow.ts';

/** A query for its rows alone, in whichever process it is asked. */
export function arrowRoutes(query: (asked: AskedQuery) => Promise<Uint8Array[] | null>): Route[] {
  return [
    route(databaseArrow.runQueryArrow, async ({ projectId, user, body, block, mayOnlyRead, reply, signal }) => {
      const rows = await query({
        projectId,
        userId: user.id,
        database: body.database,
        query: body.query,
        params: body.params,
        signal,
        mayOnlyRead,
        mostRows: body.most_rows,
        madeBy: block,
      });
      void reply.header('cache-control', 'private, no-store');
      if (!rows) await reply.status(204).send();
      else
        await reply
          .headers({
            'content-type': databaseArrow.runQueryArrow.replyType,
            'content-length': rows.reduce((sum, { byteLength }) => sum + byteLength, 0),
          })
          .send(Readable.from(rows, { objectMode: false }));
      return streamed;
    }),
  ];
}
