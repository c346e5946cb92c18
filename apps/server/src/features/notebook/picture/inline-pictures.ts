import { outsidePictures } from '@groma/model';
import type * as Y from 'yjs';
import type { OutsidePictures } from './outside-pictures.ts';

const mostPictures = 50;
const mostBytes = 32 * 1024 * 1024;

/**
 * The pictures that a notebook shows from other servers as `data:` addresses, by their own: a page that holds them asks
 * nobody. One that cannot be had, or is beyond 50 pictures or 32 MB, is missing.
 */
export async function inlinePictures(pictures: OutsidePictures, doc: Y.Doc): Promise<Map<string, string>> {
  const urls = outsidePictures(doc).slice(0, mostPictures);
  const found = await Promise.all(urls.map((url) => pictures.read(url).catch(() => null)));
  const inlined = new Map<string, string>();
  let bytes = 0;
  found.forEach((picture, index) => {
    if (!picture || bytes + picture.bytes.length > mostBytes) return;
    bytes += picture.bytes.length;
    inlined.set(urls[index]!, `data:${picture.type};base64,${picture.bytes.toString('base64')}`);
  });
  return inlined;
}
