import type { FileHandle } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { formatMoment } from '@groma/geo';
import {
  parquetMetadataAsync,
  parquetRead,
  type AsyncBuffer,
  type Compressors,
  type DecodedArray,
  type FileMetaData,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

/** A page larger than this is not unpacked: a few bytes must not fill the memory. */
const largestPage = 512 * 1024 * 1024;

/** A row group: its columns by name, each with all its rows. */
export type RowGroup = { rows: number; columns: ReadonlyMap<string, readonly DecodedArray[]> };

/** A Parquet file that is read row group by row group. */
export class ParquetFile {
  readonly metadata: FileMetaData;
  private readonly buffer: AsyncBuffer;

  private constructor(buffer: AsyncBuffer, metadata: FileMetaData) {
    this.buffer = buffer;
    this.metadata = metadata;
  }

  static async open(file: FileHandle, signal: AbortSignal): Promise<ParquetFile> {
    const { size } = await file.stat();
    const buffer: AsyncBuffer = {
      byteLength: size,
      slice: (start, end = size) => readSlice(file, start, Math.min(end, size), signal),
    };
    // The library would turn geometries into its own objects; they are read by the reader of every other format.
    return new ParquetFile(buffer, await parquetMetadataAsync(buffer, { geoparquet: false }));
  }

  get rowCount(): number {
    return this.metadata.row_groups.reduce((sum, { num_rows: rows }) => sum + Number(rows), 0);
  }

  /** The row groups with the named columns. */
  async *rowGroups(columns: string[]): AsyncGenerator<RowGroup> {
    let rowStart = 0;
    for (const { num_rows: count } of this.metadata.row_groups) {
      const rows = Number(count);
      const read = new Map<string, DecodedArray[]>(columns.map((name) => [name, []]));
      if (rows > 0) {
        await parquetRead({
          file: this.buffer,
          metadata: this.metadata,
          columns,
          rowStart,
          rowEnd: rowStart + rows,
          compressors: unpackers,
          utf8: false,
          geoparquet: false,
          parsers: {
            timestampFromNanoseconds: (nanos) =>
              nanos === undefined || nanos === null ? null : formatMoment(nanos, 1_000_000_000),
            geometryFromBytes: (bytes: Uint8Array) => bytes,
            geographyFromBytes: (bytes: Uint8Array) => bytes,
          },
          onChunk: ({ columnName, columnData }) => read.get(columnName)!.push(columnData),
        });
      }
      for (const [name, pieces] of read) {
        const found = pieces.reduce((sum, piece) => sum + piece.length, 0);
        if (found !== rows) throw new RangeError(`the column "${name}" has ${found} of ${rows} rows`);
      }
      yield { rows, columns: read };
      rowStart += rows;
    }
  }
}

async function readSlice(file: FileHandle, start: number, end: number, signal: AbortSignal): Promise<ArrayBuffer> {
  signal.throwIfAborted();
  if (start < 0 || end < start) throw new RangeError('the footer points outside the file');
  const buffer = new ArrayBuffer(end - start);
  for (let at = 0; at < buffer.byteLength;) {
    const { bytesRead } = await file.read(new Uint8Array(buffer), at, buffer.byteLength - at, start + at);
    if (bytesRead === 0) throw new RangeError('the file ends early');
    at += bytesRead;
  }
  return buffer;
}

const bounded =
  (unpack: (input: Uint8Array, length: number) => Uint8Array) =>
  (input: Uint8Array, length: number): Uint8Array => {
    if (length > largestPage) throw new RangeError(`a page of ${length} bytes is too large`);
    return unpack(input, length);
  };

const unpackers: Compressors = {
  ...Object.fromEntries(
    Object.entries(compressors).map(([name, unpack]) => [
      name,
      bounded(unpack as (input: Uint8Array, length: number) => Uint8Array),
    ]),
  ),
  GZIP: bounded((input, length) => gunzipSync(input, { maxOutputLength: length })),
  ZSTD: bounded((input, length) => zstdDecompressSync(input, { maxOutputLength: length })),
  BROTLI: bounded((input, length) => brotliDecompressSync(input, { maxOutputLength: length })),
};
