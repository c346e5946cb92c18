import { GromaError } from '@groma/model';

const mostRetries = 2;
const waitMs = 1_000;

/** Whether a load failed because the connection was closed or broke, which another attempt may mend. */
function isConnectionFailure(error: unknown): boolean {
  if (error instanceof GromaError && (error.code === 'DATABASE_CONNECTION_LOST' || error.code === 'DATABASE_STOPPED'))
    return true;
  return (
    error instanceof Error &&
    /connection[\s\S]*(?:closed|error|terminated)|(?:closed|terminated)[\s\S]*connection/i.test(error.message)
  );
}

/** Loads, up to two times more after a second each where the connection failed (DBS-076). */
export async function withRetries<Result>(
  load: () => Promise<Result>,
  signal?: AbortSignal,
  wait = waitMs,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      return await load();
    } catch (error) {
      if (attempt >= mostRetries || !isConnectionFailure(error) || signal?.aborted) throw error;
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => {
        setTimeout(resolve, wait);
      });
    }
  }
}
