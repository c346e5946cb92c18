import { GromaError } from '@groma/model';
import { addProtocol } from 'maplibre-gl';
import { errorText } from '../../../platform/api.ts';
import { refusalOf } from '../../../platform/refusal.ts';
import { t } from '../../../platform/text.ts';
import { reportRasterFailure, type RasterFailure } from '../session/raster-failures.ts';

const scheme = 'groma-raster';
const busyTries = 4;
const busyWaitMs = 400;

/** The template that MapLibre fills: twice as fine on fine screens, and asked for by `readTile`. */
export function tileTemplate(mapId: string, layerId: string, titilerUrl: string): string {
  return `${scheme}://${mapId}.${layerId}${titilerUrl.replace('{y}.png', '{y}{ratio}.png')}`;
}

/**
 * Reads one tile with this person's session: each is asked for anew against their role. MapLibre aborts those that are
 * out of sight.
 */
async function readTile({ url }: { url: string }, abort: AbortController): Promise<{ data: ArrayBuffer }> {
  const [, mapId = '', layerId = '', path = ''] = /^[\w-]+:\/\/([^./]+)\.([^/]+)(\/.*)$/.exec(url) ?? [];
  try {
    const response = await fetchTile(path, abort.signal);
    if (response.ok) return { data: await response.arrayBuffer() };
    throw await refusalOf(response);
  } catch (error) {
    if (!abort.signal.aborted) reportRasterFailure(mapId, layerId, failureOf(error));
    throw error;
  }
}

/** A service that has too much to do is asked again. */
async function fetchTile(path: string, signal: AbortSignal): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(path, { signal });
    if (response.status !== 503 || attempt === busyTries) return response;
    await new Promise((resolve) => setTimeout(resolve, busyWaitMs * attempt));
    signal.throwIfAborted();
  }
}

function failureOf(error: unknown): RasterFailure {
  if (error instanceof TypeError) return { text: t('shell.noAnswer'), isLost: false };
  const isLost =
    error instanceof GromaError &&
    (String(error.details['detail'] ?? '').startsWith('Failed to fetch resource') ||
      error.status === 404 ||
      error.status === 403);
  return { text: errorText(error), isLost };
}

addProtocol(scheme, readTile);
