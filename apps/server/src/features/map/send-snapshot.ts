import type { FastifyReply, FastifyRequest } from 'fastify';
import { GromaError } from '@groma/model';
import { streamed } from '../../platform/http/route.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import type { LayerRow } from './layer-records.ts';

interface Wanted { part: string; snapshotKey: string | undefined }

const partName = /^(point|line|polygon|none)\.arrow$/;

/** Sends a part file of a snapshot, whole or one byte range. @throws GromaError SNAPSHOT_REPLACED, NOT_FOUND. */
export async function sendSnapshot(blobs: BlobStore, row: LayerRow, { part, snapshotKey }: Wanted, request: FastifyRequest, reply: FastifyReply): Promise<typeof streamed> {
  const key = snapshotKey ?? row.snapshotKey;
  if (key === null || !partName.test(part) || !isSnapshotOf(key, row.id)) throw new GromaError('NOT_FOUND', { noun: 'snapshot' });
  const bytes = await blobs.size(`${key}/${part}`);
  if (bytes === undefined && key !== row.snapshotKey) throw new GromaError('SNAPSHOT_REPLACED');
  if (bytes === undefined) throw new GromaError('NOT_FOUND', { noun: 'snapshot' });
  const etag = `"${key.slice(key.lastIndexOf('/') + 1)}-${part}"`;
  void reply.headers({
    etag, 'content-type': 'application/vnd.apache.arrow.stream', 'accept-ranges': 'bytes',
    // A key is never used for other bytes; without one, the reader asks each time whether it is still the same.
    'cache-control': snapshotKey === undefined ? 'private, no-cache' : 'private, max-age=31536000, immutable',
  });
  if (request.headers['if-none-match'] === etag) {
    await reply.status(304).send();
    return streamed;
  }
  const range = readRange(request.headers.range, bytes);
  if (range === 'unsatisfiable') {
    await reply.status(416).header('content-range', `bytes */${bytes}`).send();
    return streamed;
  }
  if (range) void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  void reply.header('content-length', range ? range.end - range.start + 1 : bytes);
  await reply.send(await blobs.read(`${key}/${part}`, range));
  return streamed;
}

function isSnapshotOf(key: string, layerId: string): boolean {
  const [folder, id, name = '', ...rest] = key.split('/');
  return folder === 'layers' && id === layerId && /^[0-9a-f-]{36}$/.test(name) && rest.length === 0;
}

/** One range from a first byte (RFC 9110 §14), which is what a reader of batches asks for; anything else gets the whole. */
function readRange(header: string | undefined, bytes: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = header?.match(/^bytes=(\d+)-(\d*)$/);
  if (!match) return undefined;
  const start = Number(match[1]);
  const end = match[2] === '' ? bytes - 1 : Math.min(Number(match[2]), bytes - 1);
  return start >= bytes || start > end ? 'unsatisfiable' : { start, end };
}
