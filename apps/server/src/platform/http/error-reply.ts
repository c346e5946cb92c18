import { errorCatalogue, formatFileSize, GromaError } from '@groma/model';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { causesOf, isWithoutDatabase, isWithoutRoom } from '../database/without-database.ts';
import type { Log } from '../log.ts';

/** Addresses that programs ask for, which know only names and passwords. */
const asksForPassword = /^\/(tiles\/maps|dav)\//;

/**
 * Answers any failure with an error of the catalogue. What nobody foresaw is logged, and named by a reference only.
 * `origin` is where this server is for who asks.
 */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
  origin = '',
): FastifyReply {
  const known = asGromaError(error, request) ?? unforeseen(error, request, log);
  // Agents learn here where they get a token (RFC 9728, 5.1).
  if (known.status === 401 && request.routeOptions.url === '/mcp')
    void reply.header('www-authenticate', challengeOf(known, origin));
  if (known.status === 401 && asksForPassword.test(request.routeOptions.url ?? ''))
    void reply.header('www-authenticate', 'Basic realm="Groma", charset="UTF-8"');
  return reply
    .status(known.status)
    .type('application/json')
    .send(JSON.stringify(errorBody(known)));
}

function challengeOf({ code }: GromaError, origin: string): string {
  const reason = code === 'TOKEN_INVALID' ? 'error="invalid_token", ' : '';
  return `Bearer ${reason}resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
}

function errorBody(error: GromaError): { code: string; message: string; details: GromaError['details'] } {
  return { code: error.code, message: error.message, details: error.details };
}

function asGromaError(error: unknown, request: FastifyRequest): GromaError | undefined {
  if (error instanceof GromaError) return error;
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  const refused = asRecordsError(error);
  if (refused) return refused;
  if (isWithoutDatabase(error))
    return new GromaError('UNAVAILABLE', {
      part: 'the database',
      remedy: 'it does not answer. Try again in a moment.',
    });
  if (statusCode === 413)
    return new GromaError('TOO_LARGE', { name: 'The request', limit: formatFileSize(request.routeOptions.bodyLimit) });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500 && !(error instanceof ZodError)) {
    return new GromaError('BAD_INPUT', { detail: message ?? errorCatalogue.BAD_INPUT.message });
  }
  return undefined;
}

/**
 * What a caller is told whose values the records have no place for, or where the disk has no space for them; undefined
 * for any other failure.
 */
export function asRecordsError(error: unknown): GromaError | undefined {
  if (hasCode(error, unstorableStates))
    return new GromaError('BAD_INPUT', {
      detail:
        'The request contains something that cannot be stored: a NUL character, half a character, or a number that is too large.',
    });
  return isWithoutRoom(error) ? new GromaError('DISK_FULL', { name: 'The change' }) : undefined;
}

/** What PostgreSQL says of values that it has no place for: data exceptions 22021, 22P02, 22P05 and 22003. */
const unstorableStates = new Set(['22021', '22P02', '22P05', '22003']);

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return causesOf(error).some(({ code = '' }) => codes.has(code));
}

function unforeseen(error: unknown, request: FastifyRequest, log: Log): GromaError {
  const reference = request.id;
  // Whoever went away meanwhile had the work stopped; that is no failure.
  if (!(error instanceof Error && error.name === 'AbortError' && request.raw.socket.destroyed))
    log.error('A request failed.', {
      requestId: reference,
      method: request.method,
      route: request.routeOptions.url,
      error,
    });
  return new GromaError('INTERNAL', { reference });
}
