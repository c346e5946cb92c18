import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What arrays may take beyond what is kept before they are collected; below it the engine knows better when to. */
const slackBytes = 64 * 1024 * 1024;

/**
 * Collects arrays that nobody uses once those of this thread take more than they should: the engine lets them grow by
 * hundreds of megabytes, which a memory setting is not for.
 * @param bytes what arrays of this thread may take
 */
export function garbageCollector(bytes: number): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  return () => {
    if (getHeapStatistics().external_memory > bytes + slackBytes) collect();
  };
}
