import { cellOf, GromaError, newId, readBlocks, readCellState } from '@groma/model';
import type * as Y from 'yjs';
import type { QueueItem } from './queue-item.ts';

/** Code that shall run, and the block it stands in. */
export interface CodeOfBlock {
  blockId: string;
  code: string;
  /** Nobody sees it run. */
  isUnattended?: boolean | undefined;
}

/** Blocks on their way into the queue, without those that were stopped meanwhile. */
export interface EnteringBlocks {
  userId: string;
  blocks: readonly CodeOfBlock[];
}

/** A new block's edit and its run come over two connections; the run waits this long for the edit. */
const blockPatienceMs = 3_000;
const lookAgainMs = 30;

/**
 * Waits until the blocks are in the notebook, or some of them for a while.
 * @throws GromaError NOT_FOUND when none of them is.
 */
export async function untilThere(doc: Y.Doc, entering: Readonly<EnteringBlocks>): Promise<void> {
  const end = performance.now() + blockPatienceMs;
  for (;;) {
    const { blocks } = entering;
    const known = new Set(
      readBlocks(doc)
        .filter(({ codeId }) => codeId !== null && cellOf(doc, codeId))
        .map(({ id }) => id),
    );
    if (blocks.every(({ blockId }) => known.has(blockId))) return;
    if (performance.now() > end) {
      if (blocks.some(({ blockId }) => known.has(blockId))) return;
      throw new GromaError('NOT_FOUND', { noun: 'code block' });
    }
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}

/**
 * The blocks as one chain of the queue, without empty ones, repeated ones and those that it `holds` already.
 * @throws GromaError NO_KERNEL_FOR when one is in a language that no kernel here runs
 */
export function itemsOf(
  doc: Y.Doc,
  blocks: readonly CodeOfBlock[],
  userId: string,
  holds: (codeId: string) => boolean,
): QueueItem[] {
  const codeIds = new Map(readBlocks(doc).map(({ id, codeId }) => [id, codeId]));
  const chain = newId<'chain'>();
  const seen = new Set<string>();
  return blocks.flatMap(({ blockId, code, isUnattended }) => {
    const codeId = codeIds.get(blockId);
    const cell = codeId ? cellOf(doc, codeId) : undefined;
    if (!codeId || !cell || code.trim() === '' || seen.has(codeId) || holds(codeId)) return [];
    const { language, languageName, label } = readCellState(cell);
    if (language === 'other') throw new GromaError('NO_KERNEL_FOR', { language: languageName ?? language });
    seen.add(codeId);
    const about = { blockId, codeId, code, language, label, chain, userId, isUnattended };
    return [{ runId: newId<'run'>(), ...about, aborter: new AbortController() }];
  });
}
