import { GromaError } from '@groma/model';
import { conversion, operation, type ConversionFormat } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { onRoomMessage } from '../../../platform/project-room.ts';

/** How often an operation is asked about where nothing is pushed (RAS-011). */
const conversionPollMs = 10_000;

interface ConversionWish {
  /** `EPSG:n` of a file that does not say it. */
  crs?: string;
  /** Whether a file that nothing places is refused. */
  needs_place?: boolean;
  /** Which image of a file of arrays is converted. */
  array?: conversion.ArrayImage;
  /** A layer that the server draws from the copy when it is there. */
  layer?: { map_id: string; layer_id: string };
  /**
   * A layer that the server makes of the copy, also where this page is closed by then. Who stops waiting does not want
   * it.
   */
  new_layer?: { map_id: string; layer_id: string; name: string };
}

/**
 * Makes a cloud-optimised copy of a file of the project; answers its path when it is there. It goes on when the caller
 * stops waiting, unless a new layer was wanted.
 * @throws GromaError, Error; the reason of `signal`.
 */
export async function convertRaster(
  projectId: string,
  path: string,
  wish: ConversionWish = {},
  signal?: AbortSignal,
): Promise<string> {
  return convertFile(projectId, path, 'cog', wish, signal);
}

/** The same to any format. @throws GromaError, Error; the reason of `signal`. */
export async function convertFile(
  projectId: string,
  path: string,
  format: ConversionFormat,
  wish: ConversionWish = {},
  signal?: AbortSignal,
): Promise<string> {
  const operationId = crypto.randomUUID();
  const {
    output_paths: [output],
  } = await api.call(conversion.convertFiles, {
    params: { projectId },
    body: { bucket_name: 'groma', operation_id: operationId, input_paths: [path], output_format: format, ...wish },
  });
  await finished(operationId, signal).catch((error: unknown) => {
    if (wish.new_layer && signal?.aborted)
      void api.call(operation.cancelOperation, { params: { operationId } }).catch(() => undefined);
    throw error;
  });
  return output!;
}

/**
 * Waits until the phase is Succeeded: asked for every ten seconds, and whenever the project's room tells that an
 * operation has changed.
 */
function finished(operationId: string, signal?: AbortSignal): Promise<void> {
  // A signal that is aborted already tells nobody any more.
  if (signal?.aborted) return Promise.reject(signal.reason as Error);
  return new Promise((resolve, reject) => {
    let isAsking = false;
    const end = (settle: () => void): void => {
      clearInterval(timer);
      stop();
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const abort = (): void => end(() => reject(signal!.reason as Error));
    const ask = async (): Promise<void> => {
      if (isAsking) return;
      isAsking = true;
      try {
        const { data } = await api.call(conversion.readFunctionOperation, { params: { operationId } });
        const { phase, message } = data.items[0]!.status;
        if (phase === 'Succeeded') end(resolve);
        else if (phase === 'Failed' || phase === 'Error') end(() => reject(new Error(message ?? phase)));
      } catch (error) {
        // What the network loses is asked for again; an operation that is gone, or no longer this person's, is not.
        if (error instanceof GromaError) end(() => reject(error));
      } finally {
        isAsking = false;
      }
    };
    const timer = setInterval(() => {
      void ask();
    }, conversionPollMs);
    const stop = onRoomMessage('Operation_Changed', () => {
      void ask();
    });
    signal?.addEventListener('abort', abort, { once: true });
    void ask();
  });
}
