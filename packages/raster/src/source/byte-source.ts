/** Where the bytes of a raster come from: a file, an object store, an address. */
export interface ByteSource {
  /** The same bytes have the same id, in any process: a cache may be keyed by it. */
  readonly id: string;
  /** Bytes in all. */
  readonly size: number;
  /** Exactly `length` bytes from `offset`; the caller asks for nothing beyond `size`. */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
}

/** A stretch of bytes. */
export interface ByteRange {
  offset: number;
  length: number;
}

/** Bytes that are in memory, as a source. */
export function bytesAsSource(bytes: Uint8Array, id = 'memory'): ByteSource {
  return { id, size: bytes.length, read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)) };
}
