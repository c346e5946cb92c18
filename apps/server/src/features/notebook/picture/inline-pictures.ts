import { GromaError, outsidePictures, type PagePicture } from '@groma/model';
import type * as Y from 'yjs';
import type { OutsidePicture } from '../../../platform/outbound/outside-picture.ts';
import type { OutsidePictures } from '../../../platform/outbound/outside-pictures.ts';

const mostPictures = 50;
const megabyte = 1024 * 1024;
const mostMegabytes = 32;
/** Pictures of one page that are asked for at a time. */
const askedAtOnce = 3;
/** Nobody waits longer for a page, whatever the servers of its pictures do. */
const patienceMs = 30_000;

type Found = OutsidePicture | GromaError;

/**
 * The pictures that a notebook shows from other servers as `data:` addresses, by their own: a page that holds them asks
 * nobody. For one that cannot be had, or is beyond 50 pictures or 32 MB, it is said why. No more are fetched than fit.
 */
export async function inlinePictures(
  pictures: OutsidePictures,
  { notebookId, doc, signal }: { notebookId: string; doc: Y.Doc; signal: AbortSignal },
): Promise<Map<string, PagePicture>> {
  const beyond = new GromaError('PAGE_PICTURES_LIMIT', { limit: mostPictures, megabytes: mostMegabytes });
  const urls = outsidePictures(doc);
  const found = await findPictures(pictures, {
    urls: urls.slice(0, mostPictures),
    owner: `page ${notebookId}`,
    signal,
  });
  let bytes = 0;
  return new Map(
    urls.map((url): [string, PagePicture] => {
      const picture = found.get(url) ?? beyond;
      if (picture instanceof GromaError) return [url, { missing: picture.message }];
      if (bytes + picture.bytes.length > mostMegabytes * megabyte) return [url, { missing: beyond.message }];
      bytes += picture.bytes.length;
      return [url, { source: `data:${picture.type};base64,${picture.bytes.toString('base64')}` }];
    }),
  );
}

/** Asks for one picture after the other, three at a time, until 32 MB are there. */
async function findPictures(
  pictures: OutsidePictures,
  { urls, owner, signal }: { urls: readonly string[]; owner: string; signal: AbortSignal },
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const left = urls.values();
  let bytes = 0;
  const work = async (): Promise<void> => {
    for (const url of left) {
      const unavailable = new GromaError('PICTURE_UNAVAILABLE', { host: URL.parse(url)?.host ?? '' });
      const picture: Found = await pictures
        .read(url, owner, patience)
        .catch((error: unknown) => (error instanceof GromaError ? error : unavailable));
      found.set(url, picture);
      if (!(picture instanceof GromaError)) bytes += picture.bytes.length;
      if (bytes >= mostMegabytes * megabyte) return;
    }
  };
  await Promise.all(Array.from({ length: askedAtOnce }, work));
  signal.throwIfAborted();
  return found;
}
