import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '@groma/protocol';

/** Bytes of a JSON body where an endpoint names no other number. */
const bodyBytes = 65_536;
/** Time for a whole JSON body, and for what nobody reads. */
const bodyMs = 60_000;
/** Silence after which an upload that is under way is cut off. */
const silenceMs = 120_000;

/** Settings of the HTTP server: an upload over a bad line may take an hour, headers half a minute. */
export const serverLimits = {
  requestTimeout: 3_600_000,
  http: { headersTimeout: 30_000, connectionsCheckingInterval: 10_000 },
} as const;

/** Connections at once, sockets of rooms among them. */
export const mostConnections = 4_000;

/**
 * Most bytes of a body that Fastify reads for an endpoint. Forms and raw bodies are streams, which their readers limit.
 */
export function bodyLimitOf(endpoint: Endpoint): number {
  return endpoint.bodyBytes ?? bodyBytes;
}

/** Gives a body a minute to arrive, whoever sends it; `allowSlowBody` gives it more. */
export function limitBodyTime({ raw }: FastifyRequest, milliseconds = bodyMs): void {
  if (!hasBody(raw.headers) || !isFromNetwork(raw)) return;
  const timer = setTimeout(() => {
    if (!raw.complete) raw.socket.destroy();
  }, milliseconds);
  timer.unref();
  timers.set(raw, timer);
  // What was refused before it had all come is still on its way, and still has but this time.
  raw.once('close', () => {
    if (raw.complete) clearTimeout(timer);
  });
}

/** An upload by someone who may make it takes the time it takes, as long as something comes. */
export function allowSlowBody({ raw }: FastifyRequest, milliseconds = silenceMs): void {
  const timer = timers.get(raw);
  if (!timer) return;
  clearTimeout(timer);
  raw.socket.setTimeout(milliseconds);
  raw.once('end', () => {
    raw.socket.setTimeout(0);
  });
}

/** Whether somebody is at the other end: calls that the server makes of itself have no connection. */
export function isFromNetwork({ socket }: IncomingMessage): boolean {
  return socket instanceof Socket;
}

const timers = new WeakMap<object, NodeJS.Timeout>();

function hasBody(headers: FastifyRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
