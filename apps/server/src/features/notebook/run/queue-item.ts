import type { CodeLanguage } from '@groma/model';

/** A block that runs or waits, as it is kept on disk for a server that starts anew. */
export interface KeptItem {
  /** Names the execution at the kernel. */
  runId: string;
  blockId: string;
  codeId: string;
  code: string;
  language: CodeLanguage;
  label: string;
  /** Same for blocks queued together: when one fails the later ones do not run (KRN-050). */
  chain: string;
  /** Who asked for it; unknown for what was kept before this was noted. */
  userId?: string | undefined;
  /** Nobody sees the block run, so that code which asks for a line gets an error (KRN-087). */
  isUnattended?: boolean | undefined;
}

/** A block in the queue of this server. */
export interface QueueItem extends KeptItem {
  aborter: AbortController;
  /** For a run that is read anew, or that a server before began: the last batch of outputs that is on disk. */
  resumesAfter?: number;
  /** Its kernel has been asked to run it. */
  isBegun?: boolean;
  /** The notebook has to be opened anew before it goes on. */
  isUnread?: boolean;
  /** Its block says that the disk is full. */
  isWithoutRoom?: boolean;
}

export function keepItem(item: QueueItem): KeptItem {
  const { runId, blockId, codeId, code, language, label, chain, userId, isUnattended } = item;
  return { runId, blockId, codeId, code, language, label, chain, userId, isUnattended };
}
