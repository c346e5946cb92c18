import type { ByteSource } from './byte-source.ts';

/** Bytes of one page: the head of most cloud-optimised files fits into the first. */
const pageBytes = 64 * 1024;
/** Pages that are kept: directories are read once, blocks go past this. */
const mostPages = 64;

/** A source that keeps the pages it read last: many small reads of directories become few. Long reads go past it. */
export function pagedSource(source: ByteSource): ByteSource {
  const pages = new Map<number, Promise<Uint8Array>>();
  const page = (index: number, signal?: AbortSignal): Promise<Uint8Array> => {
    const known = pages.get(index);
    if (known) return known;
    const offset = index * pageBytes;
    const read = source.read(offset, Math.min(pageBytes, source.size - offset), signal);
    pages.set(index, read);
    // What failed may come the next time.
    read.catch(() => pages.delete(index));
    const [oldest] = pages.keys();
    if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest);
    return read;
  };
  return {
    id: source.id,
    size: source.size,
    read: async (offset, length, signal) => {
      if (length > pageBytes) return source.read(offset, length, signal);
      const [first, last] = [
        Math.floor(offset / pageBytes),
        Math.floor((offset + Math.max(1, length) - 1) / pageBytes),
      ];
      const head = await page(first, signal);
      if (first === last) return head.subarray(offset - first * pageBytes, offset - first * pageBytes + length);
      const tail = await page(last, signal);
      const joined = new Uint8Array(length);
      const cut = last * pageBytes - offset;
      joined.set(head.subarray(offset - first * pageBytes));
      joined.set(tail.subarray(0, length - cut), cut);
      return joined;
    },
  };
}
