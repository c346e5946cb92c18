import type { Platform } from '../../../platform/platform.ts';
import type { LayerEditValidator } from './layer-edit-validator.ts';
import type { WaitingEdits } from './waiting-edits.ts';
import type { LayerWorker } from '../reader/layer-worker.ts';
import type { WarmThreads } from '../reader/warm-threads.ts';
import type { LayerLocks } from './layer-locks.ts';
import type { SerialQueue } from '../record/serial-queue.ts';

/** What the files of this feature share. */
export interface MapParts {
  platform: Platform;
  /** Changes of one map, one after the other. */
  queue: SerialQueue;
  locks: LayerLocks;
  edits: LayerEditValidator;
  waiting: WaitingEdits;
  /** The thread that reads layers for streams; edits have another, so that a long stream does not hold them up. */
  readers: LayerWorker;
  /** The threads of tools. */
  toolThreads: WarmThreads;
}
