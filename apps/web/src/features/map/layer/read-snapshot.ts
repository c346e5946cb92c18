import { readBatches, type SnapshotBatch } from '@groma/geo';
import type { SnapshotSource } from './layer-messages.ts';

/** An answer of the server that is no snapshot; `code` is of the catalogue. */
export class SnapshotRefused extends Error {
  override readonly name = 'SnapshotRefused';
  readonly code: string | null;
  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/**
 * The batches of a snapshot as their bytes arrive; `onBytes` is told how many came. By plain fetch, so that the worker
 * need not load what the typed client brings along. @throws SnapshotRefused.
 */
export async function* readSnapshot(
  { manifest, partUrls }: SnapshotSource,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): AsyncGenerator<SnapshotBatch> {
  // All parts are asked for at once; each is read in its turn.
  const replies = partUrls.map((url) => fetch(url, { credentials: 'same-origin', signal }));
  for (const reply of replies) reply.catch(() => undefined);
  for (const [index, part] of manifest.parts.entries()) {
    const response = await replies[index]!;
    if (!response.ok || !response.body) throw await refusalOf(response);
    yield* readBatches(part, counted(response.body, onBytes));
  }
}

async function refusalOf(response: Response): Promise<SnapshotRefused> {
  const { code, message } = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  return new SnapshotRefused(message ?? response.statusText, code ?? null);
}

async function* counted(
  body: ReadableStream<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onBytes(next.value.byteLength);
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
