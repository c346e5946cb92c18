import type { FastifyReply, FastifyRequest } from 'fastify';
import { GromaError } from '@groma/model';
import type { streamed } from '../../platform/http/route.ts';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import type { LayerRow } from './record/layer-records.ts';

interface Wanted {
  part: string;
  snapshotKey: string | undefined;
}

const partName = /^(point|line|polygon|none)\.arrow$/;

/** Sends a part file of a snapshot, whole or one byte range. @throws GromaError SNAPSHOT_REPLACED, NOT_FOUND. */
export async function sendSnapshot(
  blobs: BlobStore,
  row: LayerRow,
  { part, snapshotKey }: Wanted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof streamed> {
  const key = snapshotKey ?? row.snapshotKey;
  if (key === null || !partName.test(part) || !isSnapshotOf(key, row.id))
    throw new GromaError('NOT_FOUND', { noun: 'snapshot' });
  const bytes = await blobs.size(`${key}/${part}`);
  if (bytes === undefined && key !== row.snapshotKey) throw new GromaError('SNAPSHOT_REPLACED');
  if (bytes === undefined) throw new GromaError('NOT_FOUND', { noun: 'snapshot' });
  const etag = `"${key.slice(key.lastIndexOf('/') + 1)}-${part}"`;
  void reply.headers({
    'content-type': 'application/vnd.apache.arrow.stream',
    // A key is never used for other bytes; without one, the reader asks each time whether it is still the same.
    'cache-control': snapshotKey === undefined ? 'private, no-cache' : 'private, max-age=31536000, immutable',
  });
  return sendBytes({ bytes, etag, read: (range) => blobs.read(`${key}/${part}`, range) }, request, reply);
}

function isSnapshotOf(key: string, layerId: string): boolean {
  const [folder, id, name = '', ...rest] = key.split('/');
  return folder === 'layers' && id === layerId && /^[0-9a-f-]{36}$/.test(name) && rest.length === 0;
}
