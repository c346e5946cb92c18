import { uploadStore } from './upload-store.ts';

/** Resolves with the paths of what arrived of some uploads, once nothing of them is on its way any more. */
export function endOfBatch(batch: string): Promise<string[]> {
  const arrived = new Map<string, string>();
  return new Promise((resolve) => {
    const look = (): boolean => {
      const own = uploadStore.getState().uploads.filter((upload) => upload.batch === batch);
      for (const { id, path, state } of own) if (state === 'done') arrived.set(id, path);
      const isOver = own.every(({ state }) => state === 'done' || state === 'refused' || state === 'failed');
      if (isOver) resolve([...arrived.values()]);
      return isOver;
    };
    if (look()) return;
    const stop = uploadStore.subscribe(() => {
      if (look()) stop();
    });
  });
}
