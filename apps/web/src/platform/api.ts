import { GromaError, isErrorCode } from '@groma/model';
import type { Client } from '@groma/protocol';
import { QueryClient } from '@tanstack/react-query';
import { errorText } from './error-text.ts';
import { refusalPage } from './refusal-page.ts';
import { t } from './text.ts';

export { errorText };

let onSignedOut: () => void = () => undefined;
let onPlanEnded: () => void = () => undefined;

/** Told when any call answers that there is no session. */
export function setSignedOutHandler(handler: () => void): void {
  onSignedOut = handler;
}

/** Told when any call is refused because a plan has ended. */
export function setPlanEndedHandler(handler: () => void): void {
  onPlanEnded = handler;
}

let onRefused: (page: string) => void = () => undefined;

/** Told the page to show when a refusal ends the one that is open. */
export function setRefusedHandler(handler: (page: string) => void): void {
  onRefused = handler;
}

/** A failure of transport, or an answer that is not of the catalogue. Status 0: no answer at all. */
class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Statuses of what stands in front of a server that is away, or of one that has too much to do; 0 is no answer at all.
 */
const unansweredStatuses: ReadonlySet<unknown> = new Set([0, 408, 425, 429, 502, 503, 504]);

/** Whether a call got no answer that tells what became of it: it may be made again, where that does no harm. */
export function isUnanswered(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    (error instanceof Error && unansweredStatuses.has((error as { status?: unknown }).status))
  );
}

/** Has what a call fails with said and followed as that of every call: for calls that go another way than over HTTP. */
export async function watched<Reply>(call: Promise<Reply>, endpointId?: string): Promise<Reply> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof GromaError && error.code === 'UNAUTHENTICATED') onSignedOut();
    if (error instanceof GromaError && (error.code === 'PLAN_EXPIRED' || error.code === 'NO_PLAN')) onPlanEnded();
    else if (error instanceof GromaError && endpointId !== undefined) reportRefusal(endpointId, error.status);
    // Controls show the message of what went wrong, so it speaks the person's language from here on.
    if (error instanceof GromaError) error.message = errorText(error);
    // What fetch throws when there is no answer: its own words differ by browser and help nobody.
    throw error instanceof TypeError ? new CallFailure(0, t('shell.noAnswer')) : error;
  }
}

function reportRefusal(endpointId: string, status: number): void {
  const page = refusalPage(endpointId, status);
  if (page !== null) onRefused(page);
}

const client = async (): Promise<Client> => (await import('./full-client.ts')).fullClient;

/** Calls the server; the session travels as a cookie. */
export const api: Client = {
  call: (endpoint, input) =>
    watched(
      client().then((full) => full.call(endpoint, input)),
      endpoint.id,
    ),
  open: (endpoint, input) =>
    watched(
      client().then((full) => full.open(endpoint, input)),
      endpoint.id,
    ),
};

/**
 * A call of the first screen, made before the schemas are here: its reply is believed as it is. The type is that of the
 * endpoint with this path. `onData` gets what a refusal carries beside its code; `signal` ends it.
 */
export function callEarly<Reply>(
  path: string,
  method: 'GET' | 'DELETE' = 'GET',
  onData?: (data: unknown) => void,
  signal?: AbortSignal,
): Promise<Reply> {
  return watched(fetchEarly<Reply>(path, method, onData, signal));
}

async function fetchEarly<Reply>(
  path: string,
  method: string,
  onData?: (data: unknown) => void,
  signal?: AbortSignal,
): Promise<Reply> {
  const response = await fetch(path, { method, credentials: 'same-origin', ...(signal && { signal }) });
  const body = (await response.json().catch(() => null)) as {
    code?: string;
    details?: Record<string, string | number>;
    data?: unknown;
    message?: string;
  } | null;
  if (response.ok && body) return body as Reply;
  onData?.(body?.data);
  if (body?.code !== undefined && isErrorCode(body.code)) throw new GromaError(body.code, body.details);
  throw new CallFailure(
    response.ok ? 0 : response.status,
    body?.message ?? (response.statusText || t('shell.noAnswer')),
  );
}

/** An answer of the catalogue (4xx) will not change by asking again; a lost connection may. */
function isWorthRetrying(failures: number, error: Error & { status?: unknown }): boolean {
  const status = typeof error.status === 'number' ? error.status : 0;
  return failures < 2 && (status === 0 || status >= 502);
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 10_000, refetchOnWindowFocus: true } },
});
