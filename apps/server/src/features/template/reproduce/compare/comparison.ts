import type { WholeOutput } from '@groma/model';
import { AskedThread } from '../../../../platform/jobs/asked-thread.ts';
import type { ComparedOutputs } from './compare-outputs.ts';

const heapMegabytes = 512;

/** What a block showed, and what it shows now. */
export interface ComparedBlock {
  published: readonly WholeOutput[];
  ran: readonly WholeOutput[];
}

/** Runs `compareOutputs` in a thread of its own, one block at a time: outputs may be long, and pictures large. */
export function openComparison(): AskedThread<ComparedBlock, ComparedOutputs> {
  return new AskedThread(new URL('./compare-worker.ts', import.meta.url), heapMegabytes);
}
