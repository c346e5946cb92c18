import { outsidePictures } from '@groma/model';
import type * as Y from 'yjs';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { fetchOutsidePicture } from './outside-picture.ts';

const mostPictures = 50;
const mostBytes = 32 * 1024 * 1024;

/**
 * The pictures that a notebook shows from other servers as `data:` addresses, by their own: a page that holds them asks
 * nobody. One that cannot be had, or is beyond 50 pictures or 32 MB, is missing.
 */
export async function inlinePictures(outbound: Outbound, doc: Y.Doc): Promise<Map<string, string>> {
  const inlined = new Map<string, string>();
  let bytes = 0;
  for (const url of outsidePictures(doc).slice(0, mostPictures)) {
    const picture = await fetchOutsidePicture(outbound, url).catch(() => null);
    if (!picture || bytes + picture.bytes.length > mostBytes) continue;
    bytes += picture.bytes.length;
    inlined.set(url, `data:${picture.type};base64,${picture.bytes.toString('base64')}`);
  }
  return inlined;
}
