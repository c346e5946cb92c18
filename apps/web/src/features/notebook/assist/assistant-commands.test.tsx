import { createNotebookDocument, fromTemplate } from '@groma/model';
import { beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { runCommand } from '../../../registry/command.ts';
import { attachmentStore, clearAttachments } from '../../../registry/gaia-attachments.ts';
import { setOpenPanels } from '../../../registry/panel.ts';
import { registerAssistantCommands } from './assistant-commands.ts';
import { lendBlocks } from './lent-blocks.ts';

registerAssistantCommands();
const notebook = { id: 'p1', kind: 'notebook', title: 'Rivers', params: { notebookId: 'n1' } };
beforeEach(() => {
  clearAttachments();
  setOpenPanels([notebook], 'p1');
});

const attached = () =>
  attachmentStore
    .getState()
    .attachments.map(({ type, filename, url }) => [
      type,
      filename,
      decodeURIComponent(url.replace(/^data:[^,]*,/, '')),
    ]);

function openNotebook(selected: string[]): () => void {
  const doc = new Y.Doc();
  const blocks = [
    { id: 'a', type: 'code', props: { code: 'x = "ä, b"' } },
    { id: 'b', type: 'code', props: { code: 'y = 2' } },
  ];
  createNotebookDocument(doc, fromTemplate(blocks));
  return lendBlocks('n1', { doc, selected: () => selected });
}

test('[NBK-072] a block goes along with the next question, as it reads', async () => {
  const close = openNotebook([]);
  await runCommand('notebook.add-block-to-assistant', { notebookId: 'n1', blockIds: ['a'] });
  expect(attached()).toEqual([['selection', 'Rivers', 'x = "ä, b"']]);
  close();
});

test('[NBK-019] the selected blocks go along, or the whole notebook when none is selected', async () => {
  const close = openNotebook(['a', 'b']);
  await runCommand('notebook.send-to-assistant', undefined);
  expect(attached()).toEqual([['selection', 'Rivers', expect.stringMatching(/^x = "ä, b"\n+y = 2$/)]]);
  close();
  clearAttachments();
  const closeOther = openNotebook([]);
  await runCommand('notebook.send-to-assistant', undefined);
  expect(attached()).toEqual([['notebook', 'Rivers', 'notebook:n1']]);
  closeOther();
});
