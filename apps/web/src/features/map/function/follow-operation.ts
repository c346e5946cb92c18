import { operation } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { onRoomMessage } from '../../../platform/project-room.ts';

/** Tells how far an operation has come, 0 to 100; returns how to stop. */
export function followOperation(operationId: string, onProgress: (percent: number) => void): () => void {
  let isAsking = false;
  let isStopped = false;
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      const { data } = await api.call(operation.readOperation, { params: { operationId } });
      if (!isStopped && data.progress > 0) onProgress(data.progress);
    } catch {
      // It has not begun, or has ended: the call that waits for it says how.
    } finally {
      isAsking = false;
    }
  };
  const stop = onRoomMessage('Operation_Changed', () => {
    void ask();
  });
  return () => {
    isStopped = true;
    stop();
  };
}
