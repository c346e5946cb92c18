import type { FileHandle } from 'node:fs/promises';

const blockBytes = 1024 * 1024;

/**
 * The records of a dBASE table, whole ones of one length each, some at a time: at most 1 MB or one record, in a buffer
 * that the next block takes. Ends after so many bytes, or where the file does.
 */
export async function* dbfBlocks(
  file: FileHandle,
  table: { records: number; recordBytes: number; start: number },
  mostBytes: number,
): AsyncGenerator<Buffer> {
  const { records, recordBytes, start } = table;
  const block = Buffer.alloc(Math.max(1, Math.floor(blockBytes / recordBytes)) * recordBytes);
  const end = Math.min(records, Math.floor(mostBytes / recordBytes)) * recordBytes;
  for (let at = 0; at < end; at += block.length) {
    const { bytesRead } = await file.read(block, 0, Math.min(block.length, end - at), start + at);
    yield block.subarray(0, bytesRead - (bytesRead % recordBytes));
    if (bytesRead < block.length) return;
  }
}
