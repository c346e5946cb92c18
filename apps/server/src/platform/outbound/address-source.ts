import { GromaError } from '@groma/model';
import { RasterError, type ByteSource } from '@groma/raster';
import type { Outbound } from './outbound.ts';
import { FileChanged, isSameVersion, versionOf, type AddressVersion } from './address-version.ts';

/** Bytes of one answer, beyond what was asked for. */
const slackBytes = 1_024;
const silenceMs = 20_000;
/** How long an answer may take as a whole: one that comes byte by byte is never silent. */
const answerMs = 30_000;
const redirects = 3;
/** Bytes that are asked for to learn which version is there. */
const headBytes = 1_024;

/** Which version of a file an address has now. @throws RasterError DAMAGED; GromaError OUTBOUND_REFUSED */
export async function findVersion(address: string, outbound: Outbound, signal: AbortSignal): Promise<AddressVersion> {
  const head = await askRange(address, outbound, 0, headBytes, signal);
  const version = versionOf(head);
  await head.body?.cancel();
  if (!version) throw new RasterError('DAMAGED', 'The server does not say how long the file is.');
  return version;
}

/**
 * One version of a file at an http(s) address, read by ranges. Reading throws FileChanged when the address has another
 * by then; RasterError DAMAGED; GromaError OUTBOUND_REFUSED, OUTBOUND_TOO_LONG.
 */
export function openAddress(
  address: string,
  version: AddressVersion,
  id: string,
  outbound: Outbound,
): { source: ByteSource; close(): Promise<void> } {
  const source: ByteSource = {
    id,
    size: version.size,
    read: async (offset, length, abort) => {
      const limit = AbortSignal.timeout(answerMs);
      const within = abort ? AbortSignal.any([abort, limit]) : limit;
      const answer = await askRange(address, outbound, offset, length, within);
      const found = versionOf(answer);
      if (found && !isSameVersion(version, found)) {
        await answer.body?.cancel();
        throw new FileChanged();
      }
      const bytes = new Uint8Array(
        await answer.arrayBuffer().catch((error: unknown) => {
          throw failureOf(error, address, within);
        }),
      );
      if (bytes.length !== length)
        throw new RasterError('DAMAGED', 'The server answered another part of the file than was asked for.');
      return bytes;
    },
  };
  return { source, close: () => Promise.resolve() };
}

async function askRange(
  address: string,
  outbound: Outbound,
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const fetchRange = outbound.fetchWithin({ bytes: length + slackBytes, silenceMs, redirects });
  const response = await fetchRange(address, {
    headers: { range: `bytes=${offset}-${offset + length - 1}` },
    signal: signal ?? null,
  }).catch((error: unknown) => {
    throw failureOf(error, address, signal);
  });
  if (response.status === 206) return response;
  await response.body?.cancel();
  // The part lay within the file when its length was asked for.
  if (response.status === 416 && offset > 0) throw new FileChanged();
  throw new RasterError(
    'DAMAGED',
    response.ok
      ? 'The server does not answer parts of a file (HTTP ranges), which a cloud-optimised file needs.'
      : `Failed to fetch resource: the server answered ${response.status}.`,
  );
}

/** What a failure on the way is to people: who was stopped, and who is refused, is told so. */
function failureOf(error: unknown, address: string, signal: AbortSignal | undefined): unknown {
  const isTooSlow = signal?.aborted && (signal.reason as Error).name === 'TimeoutError';
  if (error instanceof GromaError || (signal?.aborted && !isTooSlow)) return error;
  return new RasterError(
    'DAMAGED',
    `Failed to fetch resource: ${new URL(address).host} ${isTooSlow ? 'answers too slowly' : 'does not answer'}.`,
    { cause: error },
  );
}
