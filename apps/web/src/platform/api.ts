import { GromaError } from '@groma/model';
import { CallError, createClient, type Client } from '@groma/protocol';
import { QueryClient } from '@tanstack/react-query';
import { errorText } from './error-text.ts';
import { t } from './text.ts';

export { errorText };

let onSignedOut: () => void = () => undefined;

/** Told when any call answers that there is no session. */
export function setSignedOutHandler(handler: () => void): void {
  onSignedOut = handler;
}

const client = createClient();

async function watched<Reply>(call: Promise<Reply>): Promise<Reply> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof GromaError && error.code === 'UNAUTHENTICATED') onSignedOut();
    // Controls show the message of what went wrong, so it speaks the person's language from here on.
    if (error instanceof GromaError) error.message = errorText(error);
    // What fetch throws when there is no answer: its own words differ by browser and help nobody.
    throw error instanceof TypeError ? new CallError(0, t('shell.noAnswer')) : error;
  }
}

/** Calls the server; the session travels as a cookie. */
export const api: Client = {
  call: (endpoint, input) => watched(client.call(endpoint, input)),
  open: (endpoint, input) => watched(client.open(endpoint, input)),
};

/** An answer of the catalogue (4xx) will not change by asking again; a lost connection may. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof GromaError || error instanceof CallError ? error.status : 0;
  return failures < 2 && (status === 0 || status >= 502);
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 10_000, refetchOnWindowFocus: true } },
});
