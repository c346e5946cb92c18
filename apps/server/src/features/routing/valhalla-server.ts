import { z } from 'zod';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { callService } from './call-service.ts';
import { engineName, RoutingComplaint, type CallValhalla, type ValhallaAction } from './valhalla-call.ts';

const paths: Readonly<Record<ValhallaAction, string>> = {
  isochrone: '/isochrone',
  route: '/route',
  matrix: '/sources_to_targets',
  locate: '/locate',
};

const refusal = z.object({ error: z.string() });

/** Asks a server of Valhalla. */
export function callValhallaServer(outbound: Outbound, url: string, signal: AbortSignal): CallValhalla {
  return async (action, body) => {
    const { status, answer } = await callService(outbound, { name: engineName, url }, paths[action], { body, signal });
    if (status === 200) return answer;
    throw new RoutingComplaint(refusal.safeParse(answer).data?.error ?? `it answered with status ${status}.`);
  };
}
