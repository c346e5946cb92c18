import type { FastifyRequest, FastifyReply } from 'fastify';
import sharp from 'sharp';
import { buffer } from 'node:stream/consumers';
import { GromaError } from '@groma/model';
import { streamed } from '../../../platform/http/route.ts';
import { sendBytes } from '../../../platform/http/send-bytes.ts';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import type { BlobStore } from '../../../platform/storage/blob-store.ts';
import type { LayerRow } from '../record/layer-records.ts';
import { photoFile } from './photo-layers.ts';

/** Pictures made smaller at once: each is held whole for a moment. */
const slots = new Semaphore(4);
const quality = 80;

/** Sends the picture of an aerial photo, at most `longest` pixels on a side. @throws GromaError NOT_FOUND. */
export async function sendPhoto(
  blobs: BlobStore,
  row: LayerRow,
  longest: number | undefined,
  { request, reply, signal }: { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal },
): Promise<typeof streamed> {
  const key = row.kind === 'jpg' && row.snapshotKey !== null ? `${row.snapshotKey}/${photoFile}` : null;
  const bytes = key === null ? undefined : await blobs.size(key);
  if (key === null || bytes === undefined) throw new GromaError('NOT_FOUND', { noun: 'photo' });
  const etag = `"${imageKeyOf(row)}-${longest ?? 'whole'}"`;
  // The key in the address changes with the picture.
  void reply.headers({ 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=31536000, immutable' });
  if (longest === undefined) return sendBytes({ bytes, etag, read: (range) => blobs.read(key, range) }, request, reply);
  if (request.headers['if-none-match'] === etag) {
    await reply.status(304).send();
    return streamed;
  }
  const small = await slots.run(signal, async () =>
    sharp(await buffer(await blobs.read(key)))
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer(),
  );
  await reply.header('etag', etag).send(small);
  return streamed;
}

/** A photo as one reader takes it whole (DRN-001). */
export async function photoWithPicture(
  blobs: BlobStore,
  row: LayerRow,
): Promise<{ encoded_image: string; style: unknown }> {
  const picture =
    row.snapshotKey === null ? Buffer.alloc(0) : await buffer(await blobs.read(`${row.snapshotKey}/${photoFile}`));
  return { encoded_image: picture.toString('base64'), style: row.style };
}

/** Changes with the picture. */
function imageKeyOf({ snapshotKey }: LayerRow): string {
  return snapshotKey?.slice(snapshotKey.lastIndexOf('/') + 1) ?? '';
}
