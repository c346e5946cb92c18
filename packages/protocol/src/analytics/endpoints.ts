import { signedIn } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { analyticsEvent } from './events.ts';

/** Most events of one call. */
export const mostEvents = 50;

export const logEvents = defineEndpoint({
  id: 'logEvents',
  method: 'POST',
  path: '/api/analytics/events',
  summary: 'Tell of events of use. A project that is named must be one the caller may read.',
  policy: signedIn(),
  body: z.object({ events: z.array(analyticsEvent).min(1).max(mostEvents) }),
  reply: z.object({ accepted: z.number() }),
});
