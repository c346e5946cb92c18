import { GromaError } from '@groma/model';
import { RasterError, type ByteSource } from '@groma/raster';
import type { Outbound } from '../../../platform/outbound/outbound.ts';

/** Bytes of one answer, beyond what was asked for. */
const slackBytes = 1_024;
const silenceMs = 20_000;
const redirects = 3;
/** Bytes that are asked for first: they tell the size of the whole. */
const headBytes = 64 * 1024;

/** A file at an http(s) address, read by ranges. @throws RasterError NOT_A_TIFF, DAMAGED; GromaError OUTBOUND_REFUSED, OUTBOUND_TOO_LONG */
export async function openAddress(address: string, outbound: Outbound, signal: AbortSignal): Promise<{ source: ByteSource; close(): Promise<void> }> {
  const ask = async (offset: number, length: number, abort: AbortSignal | undefined): Promise<Response> => {
    const fetchRange = outbound.fetchWithin({ bytes: length + slackBytes, silenceMs, redirects });
    const response = await fetchRange(address, { headers: { range: `bytes=${offset}-${offset + length - 1}` }, signal: abort ?? null }).catch((error: unknown) => {
      if (error instanceof GromaError || abort?.aborted) throw error;
      throw new RasterError('DAMAGED', `Failed to fetch resource: ${new URL(address).host} does not answer.`, { cause: error });
    });
    if (response.status === 206) return response;
    await response.body?.cancel();
    throw new RasterError('DAMAGED', response.ok ? 'The server does not answer parts of a file (HTTP ranges), which a cloud-optimised file needs.' : `Failed to fetch resource: the server answered ${response.status}.`);
  };
  const head = await ask(0, headBytes, signal);
  const size = Number(/^bytes \d+-\d+\/(\d+)$/.exec(head.headers.get('content-range') ?? '')?.[1] ?? NaN);
  if (!Number.isSafeInteger(size)) throw new RasterError('DAMAGED', 'The server does not say how long the file is.');
  const version = head.headers.get('etag') ?? head.headers.get('last-modified') ?? '';
  await head.body?.cancel();
  const source: ByteSource = {
    id: `${address} ${size} ${version}`, size,
    read: async (offset, length, abort) => {
      const bytes = new Uint8Array(await (await ask(offset, length, abort)).arrayBuffer());
      if (bytes.length !== length) throw new RasterError('DAMAGED', 'The server answered another part of the file than was asked for.');
      return bytes;
    },
  };
  return { source, close: () => Promise.resolve() };
}
