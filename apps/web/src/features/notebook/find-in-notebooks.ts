import { search } from '@groma/protocol';
import { api } from '../../platform/api.ts';
import type { Resource } from '../../registry/resource.ts';
import { openNotebook } from './drawer/notebook-actions.ts';
import { panelIdOf } from './drawer/notebook-list.ts';

/** Blocks of notebooks that hold what was typed. */
export async function findInNotebooks(projectId: string, typed: string, signal: AbortSignal): Promise<Resource[]> {
  const { data } = await api.call(search.searchNotebookText, { params: { projectId }, query: { query: typed }, signal });
  return data.map(({ notebook_id: notebookId, notebook_name: name, block_id: blockId, excerpt }) => ({ kind: 'notebookText', id: `${notebookId} ${blockId}`, name: excerpt, detail: name }));
}

/** Longest time that a notebook is given to draw the block that was found. */
const patienceMs = 10_000;

/** Opens the notebook and brings the block that was found into view. */
export function openFoundText({ id, detail }: Resource): string {
  const [notebookId = '', blockId = ''] = id.split(' ');
  openNotebook({ id: notebookId, name: detail ?? '' });
  void showBlock(blockId);
  return panelIdOf(notebookId);
}

async function showBlock(blockId: string): Promise<void> {
  const end = Date.now() + patienceMs;
  while (Date.now() < end) {
    const block = document.querySelector(`[data-node-type="blockContainer"][data-id="${CSS.escape(blockId)}"]`);
    if (block) return block.scrollIntoView({ block: 'center' });
    await new Promise((resolve) => { setTimeout(resolve, 100); });
  }
}
