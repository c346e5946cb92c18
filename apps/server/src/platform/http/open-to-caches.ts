import type { FastifyReply } from 'fastify';

/**
 * Lets caches in between keep, for everybody, what its reader alone could keep: parts of a version that anyone may
 * read. What is not kept at all stays so, and what carries a cookie is for one reader.
 */
export function openToCaches(reply: FastifyReply): void {
  const said = reply.getHeader('cache-control');
  if (typeof said !== 'string' || reply.hasHeader('set-cookie')) return;
  if (said.startsWith('private, max-age=')) void reply.header('cache-control', said.replace('private', 'public'));
}
