/** Longest time a picture is worked on, in milliseconds. */
const patienceMs = 60_000;

/** A picture as a notebook keeps it (NBK-044 to NBK-049). What cannot be made smaller is taken as it came (NBK-050). */
export async function smallerPicture(file: File, work: (file: File) => Promise<Blob> = byWorker): Promise<Blob> {
  if (file.type === 'image/svg+xml') return file;
  try {
    return await work(file);
  } catch {
    return file;
  }
}

function byWorker(file: File): Promise<Blob> {
  const worker = new Worker(new URL('picture-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob>((resolve, reject) => {
    setTimeout(() => reject(new Error('The picture takes too long.')), patienceMs);
    worker.addEventListener('error', () => reject(new Error('The picture could not be read.')));
    worker.addEventListener('message', ({ data }: MessageEvent<Blob | { failure: string }>) => {
      if (data instanceof Blob) resolve(data);
      else reject(new Error(data.failure));
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a worker, not a window
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
