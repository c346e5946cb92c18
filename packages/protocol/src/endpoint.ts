import type { Policy } from '@groma/model';
import { z } from 'zod';

type Shape = z.ZodType;

/** Methods that HTTP gets by WebDAV (RFC 4918). */
export const driveMethods = ['PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK'] as const;
type DriveMethod = (typeof driveMethods)[number];

/** One call over HTTP, declared once: server route, typed client, OpenAPI and the attack test all follow from it. */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
> {
  /** Unique verb-noun name, the `operationId` of OpenAPI. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | DriveMethod;
  /** Path with `:name` parts, or `*` last for a path inside a path (its param is named `path`). */
  readonly path: string;
  /** One sentence for people. */
  readonly summary: string;
  readonly policy: Policy;
  readonly params: Params;
  readonly query: Query;
  /** JSON body. Multipart and raw bodies are said by `bodyKind` and read as a stream by the handler. */
  readonly body: Body;
  readonly bodyKind: 'json' | 'multipart' | 'raw';
  /** Most bytes of a JSON body, where the server's 64 kB are too few. */
  readonly bodyBytes?: number | undefined;
  readonly reply: Reply;
  /** Changes nothing for callers that may only read, although it is no GET: its handler sees to that. */
  readonly alsoForReaders?: true | undefined;
  /** Programs that ask for a name and a password may bring an access token as the password (HTTP Basic). */
  readonly alsoByPassword?: true | undefined;
  /** Callers bring an access token: the session of a browser is not looked at. */
  readonly onlyByToken?: true | undefined;
  /** `json` replies are checked and serialised; anything else is streamed by the handler. */
  readonly replyType: string;
}

type Declared<P extends Shape, Q extends Shape, B extends Shape, R extends Shape> = Pick<
  Endpoint,
  'id' | 'method' | 'path' | 'summary' | 'policy'
> &
  Partial<
    Pick<Endpoint, 'bodyKind' | 'bodyBytes' | 'alsoForReaders' | 'alsoByPassword' | 'onlyByToken' | 'replyType'>
  > & {
    params?: P;
    query?: Q;
    body?: B;
    reply?: R;
  };

const nothing = z.object({});

/** Declares an endpoint; what is left out is empty, a JSON body and a JSON reply. */
export function defineEndpoint<
  P extends Shape = typeof nothing,
  Q extends Shape = typeof nothing,
  B extends Shape = z.ZodUndefined,
  R extends Shape = z.ZodUndefined,
>(declared: Declared<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    bodyKind: 'json',
    replyType: 'application/json',
    ...declared,
    params: declared.params ?? (nothing as unknown as P),
    query: declared.query ?? (nothing as unknown as Q),
    body: declared.body ?? (z.undefined() as unknown as B),
    reply: declared.reply ?? (z.undefined() as unknown as R),
  };
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;

/** Body of every error reply. `message` is the catalogue's text, filled in. */
export const errorReply = z.object({
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
