/** Bytes of a reply as they come; `total` is what X-Total-Size says (FIL-021), 0 when it says nothing. */
export async function readWithProgress(
  response: Response,
  onProgress: (received: number, total: number) => void,
): Promise<Blob> {
  const total = Number(response.headers.get('x-total-size') ?? 0);
  const reader = response.body?.getReader();
  // Small pieces are joined on the way: a blob may live on the disk, an array of pieces does not.
  let blob = new Blob([], { type: 'application/zip' });
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  let received = 0;
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    pieces.push(read.value);
    held += read.value.length;
    received += read.value.length;
    if (held > joinedBytes) {
      blob = new Blob([blob, ...pieces], { type: blob.type });
      pieces = [];
      held = 0;
    }
    onProgress(received, total);
  }
  if (total > 0 && received !== total) throw new Error(`${received} / ${total}`);
  return new Blob([blob, ...pieces], { type: blob.type });
}

const joinedBytes = 16 * 1024 * 1024;
