import { GromaError } from '@groma/model';
import type { Outbound } from '../../platform/outbound/outbound.ts';

const limits = { bytes: 64 * 1024 ** 2, silenceMs: 60_000 };

/** A routing service on the network, as the settings name it. */
export interface RoutingService {
  /** As it is called in messages. */
  name: string;
  url: string;
  headers?: Record<string, string>;
}

/**
 * What a service has answered: its status and the JSON.
 * @throws GromaError ROUTING_FAILED where it cannot be reached or understood, CANCELED
 */
export async function callService(
  outbound: Outbound,
  { name, url, headers }: RoutingService,
  path: string,
  question: { body: object; signal: AbortSignal },
): Promise<{ status: number; answer: unknown }> {
  const { signal } = question;
  try {
    const response = await outbound.fetchWithin(limits, [new URL(url).hostname])(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, application/geo+json', ...headers },
      body: JSON.stringify(question.body),
      signal,
    });
    return { status: response.status, answer: await response.json() };
  } catch (error) {
    if (signal.aborted) throw new GromaError('CANCELED', { name: 'Routing' });
    if (error instanceof GromaError) throw error;
    const detail = error instanceof SyntaxError ? 'its answer is no JSON.' : 'it cannot be reached.';
    throw new GromaError('ROUTING_FAILED', { service: name, detail });
  }
}
