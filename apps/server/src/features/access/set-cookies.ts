import type { FastifyReply } from 'fastify';

/** Adds `Set-Cookie` values to an answer. */
export function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) void reply.header('set-cookie', cookie);
}
