import type { AnalyticsEvent } from '@groma/protocol';
import { readSettings } from './settings.ts';
import { readProject, sessionStore } from './session.ts';

/** Events wait for others so long, in milliseconds, and so many at most. */
const waitMs = 5_000;
const mostWaiting = 50;

let waiting: AnalyticsEvent[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;

/**
 * Tells the server of use: what kind of thing was done, never with what. Nothing waits for it and its failure is
 * nobody's.
 */
export function logEvent(event: Omit<AnalyticsEvent, 'project_id'>): void {
  if (!sessionStore.getState().user) return;
  const project = readProject();
  waiting.push({ ...event, ...(project && { project_id: project.id }) } as AnalyticsEvent);
  if (waiting.length >= mostWaiting) void send();
  else timer ??= setTimeout(() => void send(), waitMs);
}

async function send(): Promise<void> {
  if (timer) clearTimeout(timer);
  timer = null;
  const events = waiting;
  waiting = [];
  if (events.length === 0) return;
  try {
    if (!(await readSettings()).analytics) return;
    // By fetch and not by the client: it may be sent while the page goes, and nobody is told that it failed.
    await fetch('/api/analytics/events', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
      keepalive: true,
      credentials: 'same-origin',
    });
  } catch {
    // Use that was not counted is lost to the count alone.
  }
}

addEventListener('pagehide', () => void send());
