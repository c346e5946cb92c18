import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface IdleSettings {
  /** Time between two looks, two of which in a row must find little to do. */
  lookMs: number;
  /** Part of the time that little to do may take. */
  quietPart: number;
  /** Bytes by which the heap must have grown for a collection to be worth its pause. */
  worthBytes: number;
}

const usual: IdleSettings = { lookMs: 10_000, quietPart: 0.1, worthBytes: 64 * 1024 * 1024 };

/**
 * Gives memory back that load has left. By itself V8 collects when it needs room, and a process without work needs
 * none: hundreds of megabytes of garbage stay for as long as it is idle. Returns how to stop.
 */
export function giveMemoryBack({ lookMs, quietPart, worthBytes }: IdleSettings = usual): () => void {
  let before = performance.eventLoopUtilization();
  let quietLooks = 0;
  let keptBytes = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    quietLooks = performance.eventLoopUtilization(now, before).utilization < quietPart ? quietLooks + 1 : 0;
    before = now;
    if (quietLooks < 2 || process.memoryUsage().heapTotal < keptBytes + worthBytes) return;
    collect();
    keptBytes = process.memoryUsage().heapTotal;
    quietLooks = 0;
  }, lookMs);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

/**
 * A whole collection, which also returns pages to the system. The function is there only under a flag, which can be set
 * late.
 */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: object) => void;
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
