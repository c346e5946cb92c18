import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/** How a text is packed that DuckDB unpacks while it reads. */
export type Packing = 'gzip' | 'zstd';

const signatures: Readonly<Record<Packing, readonly number[]>> = { gzip: [0x1f, 0x8b], zstd: [0x28, 0xb5, 0x2f, 0xfd] };
const pieceBytes = 1 << 20;

/** Null for a text that is not packed. */
export async function packingOf(file: FileHandle): Promise<Packing | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  const head = buffer.subarray(0, bytesRead);
  const found = (['gzip', 'zstd'] as const).find((each) => signatures[each].every((byte, at) => head[at] === byte));
  return found ?? null;
}

/** The text that a file holds packed. The handle stays open. @throws what zlib throws for a file that is damaged */
export function unpackedPieces(file: FileHandle, packing: Packing): AsyncIterable<Uint8Array> {
  const unpacking: Transform = packing === 'gzip' ? zlib.createGunzip() : zlib.createZstdDecompress();
  // What fails is thrown to whoever reads it, which may begin only after the failure: nobody listens then, and an error
  // without a listener ends the process.
  unpacking.on('error', () => undefined);
  return pipeline(Readable.from(packed(file)), unpacking, () => undefined) as AsyncIterable<Uint8Array>;
}

/** Its beginning. */
export async function unpackedHead(file: FileHandle, packing: Packing, bytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of unpackedPieces(file, packing)) {
      pieces.push(piece);
      length += piece.length;
      if (length >= bytes) break;
    }
  } catch (error) {
    // What is there before the damage tells enough; DuckDB says the rest.
    if (!isUnpackError(error)) throw error;
  }
  return Buffer.concat(pieces).subarray(0, bytes);
}

export function isUnpackError(error: unknown): boolean {
  return /^(?:Z_|ZSTD_)/.test(String((error as NodeJS.ErrnoException).code));
}

async function* packed(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ;) {
    const buffer = Buffer.alloc(pieceBytes);
    // oxlint-disable-next-line no-await-in-loop
    const { bytesRead } = await file.read(buffer, 0, pieceBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
