import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from '@groma/raster';

/** An open file as a source of bytes. */
export async function openFile(
  handle: FileHandle,
  id: string,
): Promise<{ source: ByteSource; close(): Promise<void> }> {
  const { size } = await handle.stat();
  const source: ByteSource = {
    id,
    size,
    read: async (offset, length) => {
      const bytes = new Uint8Array(length);
      for (let filled = 0; filled < length;) {
        // oxlint-disable-next-line no-await-in-loop
        const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
        if (bytesRead === 0) throw new Error('The file was cut while it was read.');
        filled += bytesRead;
      }
      return bytes;
    },
  };
  return { source, close: () => handle.close() };
}
