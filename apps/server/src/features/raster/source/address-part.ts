import { GromaError } from '@groma/model';
import { RasterError } from '@groma/raster';
import { openAddress } from '../../../platform/outbound/address-source.ts';
import { FileChanged, type AddressVersion } from '../../../platform/outbound/address-version.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { RasterSources } from './raster-sources.ts';

/** Which part of a file at an address is wanted. */
export interface WantedPart {
  url: string;
  offset: number;
  length: number;
  /** The `etag` of an earlier part, whose file it must still be. */
  version?: string | undefined;
  /** What people call the image. */
  name: string;
}

export interface AddressPart {
  bytes: Uint8Array;
  /** Which part of how many bytes, as in `content-range`. */
  range: string;
  /** Which version of the file it is of. */
  etag: string;
}

/**
 * A part of the file at an address, cut at its end.
 * @throws GromaError BAD_INPUT, FILE_UNREADABLE, OUTBOUND_REFUSED, OUTBOUND_TOO_LONG
 */
export async function readAddressPart(
  sources: Pick<RasterSources, 'signed' | 'forget'>,
  outbound: Outbound,
  { url, offset, length, version: wanted, name }: WantedPart,
  signal: AbortSignal,
): Promise<AddressPart> {
  try {
    const { path, version } = await sources.signed(url, signal);
    const etag = etagOf(version);
    if (wanted !== undefined && wanted !== etag) throw new FileChanged();
    if (offset >= version.size)
      throw new GromaError('BAD_INPUT', { detail: `offset: the file has ${version.size} bytes only.` });
    const end = Math.min(offset + length, version.size);
    const { source } = openAddress(path, version, url, outbound);
    const bytes = await source.read(offset, end - offset, signal).catch(async (error: unknown) => {
      if (error instanceof FileChanged) await sources.forget(path, version);
      throw error;
    });
    return { bytes, range: `bytes ${offset}-${end - 1}/${version.size}`, etag };
  } catch (error) {
    if (error instanceof FileChanged)
      throw new GromaError('FILE_UNREADABLE', { name, detail: 'It was changed. Open the image again.' });
    if (error instanceof RasterError) throw new GromaError('FILE_UNREADABLE', { name, detail: error.message });
    throw error;
  }
}

function etagOf({ size, etag, modified }: AddressVersion): string {
  return `"${Buffer.from(JSON.stringify([size, etag, modified])).toString('base64url')}"`;
}
