import { search } from '@groma/protocol';
import { api } from '../../platform/api.ts';
import { t } from '../../platform/text.ts';
import { openDrawer } from '../../registry/drawer.ts';
import type { Resource } from '../../registry/resource.ts';
import { blockElement } from './block/block-element.ts';
import { openNotebook } from './notebooks/notebook-actions.ts';

/** What is chosen where notebooks were left out. */
const leftOutId = 'left-out';
/** Answers that leave a place of the palette for what was left out. */
const mostWithNote = 11;

/**
 * Blocks of notebooks that hold what was typed; and, where some notebooks are too large to look into, that they are.
 */
export async function findInNotebooks(projectId: string, typed: string, signal: AbortSignal): Promise<Resource[]> {
  const { data, left_out: leftOut } = await api.call(search.searchNotebookText, {
    params: { projectId },
    query: { query: typed },
    signal,
  });
  const found = data.map<Resource>(({ notebook_id: notebookId, notebook_name: name, block_id: blockId, excerpt }) => ({
    kind: 'notebookText',
    id: `${notebookId} ${blockId}`,
    name: excerpt,
    detail: name,
  }));
  if (leftOut === 0) return found;
  return [
    ...found.slice(0, mostWithNote),
    {
      kind: 'notebookText',
      id: leftOutId,
      name: t('notebook.leftOutOfSearch', { count: leftOut }),
      detail: t('notebook.leftOutOfSearchText'),
    },
  ];
}

/** Longest time that a notebook is given to draw the block that was found. */
const patienceMs = 10_000;

/** Opens the notebook and brings the block that was found into view; those left out stand in their drawer. */
export function openFoundText({ id, detail }: Resource): void {
  if (id === leftOutId) return openDrawer('notebooks');
  const [notebookId = '', blockId = ''] = id.split(' ');
  openNotebook({ id: notebookId, name: detail ?? '' });
  void showBlock(blockId);
}

async function showBlock(blockId: string): Promise<void> {
  const end = Date.now() + patienceMs;
  while (Date.now() < end) {
    const block = blockElement(blockId);
    // Of a long notebook, what is far below comes a moment after it has opened.
    if (block && block.getClientRects().length > 0) return block.scrollIntoView({ block: 'center' });
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}
