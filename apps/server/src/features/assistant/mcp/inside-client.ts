import type { FastifyInstance, InjectOptions } from 'fastify';
import { createClient, type Client } from '@groma/protocol';
import { callInside } from '../../../platform/http/inside-calls.ts';

/** Nothing is asked over the network: only the path counts. */
const origin = 'http://groma.invalid';

/**
 * Makes the calls of this server for whoever `headers` name by their token or session, within the process: with its
 * policies, checks and limits, as if they had come by themselves.
 */
export function insideClient(app: FastifyInstance, headersOfCaller: Record<string, string>, ip: string): Client {
  return createClient(
    origin,
    () => headersOfCaller,
    async (url, { method = 'GET', headers, body, signal }) => {
      const { payload, type } = await payloadOf(body);
      const asked: InjectOptions = {
        method: method as NonNullable<InjectOptions['method']>,
        url: url.slice(origin.length),
        headers: { ...(headers as Record<string, string>), ...(type !== null && { 'content-type': type }) },
        remoteAddress: ip,
        ...(payload !== undefined && { payload }),
      };
      const answer = await callInside(signal, async () => {
        // It begins where it is waited for, which has to be here.
        const given = await app.inject(asked);
        return given;
      });
      const isEmpty = answer.statusCode === 204 || answer.statusCode === 304;
      return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), {
        status: answer.statusCode,
        headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
      });
    },
  );
}

async function payloadOf(body: RequestInit['body']): Promise<{ payload?: Buffer | string; type: string | null }> {
  if (body === null || body === undefined) return { type: null };
  if (typeof body === 'string') return { payload: body, type: null };
  const form = new Response(body);
  return { payload: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type') };
}
