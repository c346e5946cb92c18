import { GromaError } from '@groma/model';
import { RasterError } from '@groma/raster';
import { z } from 'zod';
import { findVersion, openAddress } from '../../../platform/outbound/address-source.ts';
import { FileChanged, type AddressVersion } from '../../../platform/outbound/address-version.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { LayerRow } from '../record/layer-records.ts';

interface ImagePart {
  bytes: Uint8Array;
  /** Which part of how many bytes, as in `content-range`. */
  range: string;
  /** Which version of the file it is of. */
  etag: string;
}

const versionSchema = z.strictObject({
  size: z.number().int().positive(),
  etag: z.string().nullable(),
  modified: z.string().nullable(),
});

/**
 * A part of the file at the address of a raster layer, cut at its end.
 * @param version the `etag` of an earlier part, whose file it must still be
 * @throws GromaError LAYER_NOT_RASTER, BAD_INPUT, FILE_UNREADABLE, OUTBOUND_REFUSED, OUTBOUND_TOO_LONG
 */
export async function readImageBytes(
  outbound: Outbound,
  { type, kind, name, source }: LayerRow,
  { offset, length, version }: { offset: number; length: number; version?: string | undefined },
  signal: AbortSignal,
): Promise<ImagePart> {
  if (kind !== 'raster' || type !== 'Layer') throw new GromaError('LAYER_NOT_RASTER', { name });
  const { url } = source as { url: string };
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new GromaError('BAD_INPUT', { detail: `The image of the layer "${name}" is a file of the project: ${url}.` });
  const wanted = version === undefined ? null : parseVersion(version);
  try {
    const known = wanted ?? (await findVersion(url, outbound, signal));
    if (offset >= known.size)
      throw new GromaError('BAD_INPUT', { detail: `offset: the file has ${known.size} bytes only.` });
    const end = Math.min(offset + length, known.size);
    const { source: bytes } = openAddress(url, known, url, outbound);
    return {
      bytes: await bytes.read(offset, end - offset, signal),
      range: `bytes ${offset}-${end - 1}/${known.size}`,
      etag: `"${Buffer.from(JSON.stringify(known)).toString('base64url')}"`,
    };
  } catch (error) {
    if (error instanceof FileChanged)
      throw new GromaError('FILE_UNREADABLE', { name, detail: 'It was changed. Open the image again.' });
    if (error instanceof RasterError) throw new GromaError('FILE_UNREADABLE', { name, detail: error.message });
    throw error;
  }
}

function parseVersion(text: string): AddressVersion {
  try {
    return versionSchema.parse(JSON.parse(Buffer.from(text.replaceAll('"', ''), 'base64url').toString()));
  } catch {
    throw new GromaError('BAD_INPUT', { detail: 'version: not the etag of an earlier part.' });
  }
}
