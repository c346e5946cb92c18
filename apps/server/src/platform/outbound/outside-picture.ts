import { GromaError } from '@groma/model';
import type { Outbound } from './outbound.ts';

/** A picture of another server, with its media type. */
export interface OutsidePicture {
  type: string;
  bytes: Buffer;
}

/** Milliseconds that a picture may take as a whole. */
const longestMs = 15_000;
export const mostPictureBytes = 8 * 1024 * 1024;
const limits = { bytes: mostPictureBytes, silenceMs: 10_000, redirects: 3 };

/** First bytes of what browsers draw as pictures of dots. SVG is a document, and is left out. */
const signatures: readonly { type: string; at: number; bytes: string }[] = [
  { type: 'image/png', at: 0, bytes: '\u0089PNG\r\n\u001a\n' },
  { type: 'image/jpeg', at: 0, bytes: '\u00ff\u00d8\u00ff' },
  { type: 'image/gif', at: 0, bytes: 'GIF8' },
  { type: 'image/webp', at: 8, bytes: 'WEBP' },
  { type: 'image/avif', at: 4, bytes: 'ftypavif' },
];

/** The media type of a picture of dots by its first bytes; null for anything else. */
export function pictureType(bytes: Buffer): string | null {
  return (
    signatures.find((one) => bytes.toString('latin1', one.at, one.at + one.bytes.length) === one.bytes)?.type ?? null
  );
}

/**
 * Fetches a picture that a page shows from another server, so that its readers are not seen there.
 * @throws GromaError OUTBOUND_REFUSED, OUTBOUND_TOO_LONG, PICTURE_UNAVAILABLE.
 */
export async function fetchOutsidePicture(outbound: Outbound, url: string): Promise<OutsidePicture> {
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new GromaError('BAD_INPUT', { detail: 'The address of a picture begins with http:// or https://.' });
  const unavailable = new GromaError('PICTURE_UNAVAILABLE', { host: address.host });
  try {
    const response = await outbound.fetchWithin(limits)(address, {
      headers: { accept: 'image/*' },
      signal: AbortSignal.timeout(longestMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw unavailable;
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    const type = pictureType(bytes);
    if (type === null) throw unavailable;
    return { type, bytes };
  } catch (error) {
    throw causeOf(error) ?? unavailable;
  }
}

/** undici wraps the refusal of an address in a `TypeError`. */
function causeOf(error: unknown): GromaError | null {
  if (error instanceof GromaError) return error;
  return error instanceof Error && error.cause instanceof GromaError ? error.cause : null;
}
