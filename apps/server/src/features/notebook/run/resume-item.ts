import { cellOf, readCellRun, readCellState } from '@groma/model';
import type * as Y from 'yjs';
import type { LastingKernelSession } from '../../../platform/kernel/kernel-session.ts';
import type { KeptItem, QueueItem } from './queue-item.ts';

/**
 * A kept item as it goes on: with the run that its kernel still holds, or waiting as before; nothing when it cannot.
 */
export function resumeItem(doc: Y.Doc, item: KeptItem, kernel: LastingKernelSession | null): QueueItem[] {
  const cell = cellOf(doc, item.codeId);
  if (!cell || !kernel) return [];
  const aborter = new AbortController();
  const { status } = readCellState(cell);
  const run = readCellRun(cell);
  // All of it is written, and only the kernel was not told.
  if (status !== 'running' && status !== 'queued') return [];
  if (kernel.holdsRun(item.runId))
    return [{ ...item, aborter, resumesAfter: run?.id === item.runId ? run.sequence : 0 }];
  return status === 'queued' && kernel.status !== 'dead' ? [{ ...item, aborter }] : [];
}
