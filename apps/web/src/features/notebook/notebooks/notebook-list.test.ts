import { expect, test } from 'vitest';
import { fileName } from './download-notebook.ts';
import { readListNews } from './notebook-list.ts';

test('[NBK-038] [NBK-039] news of the list name the deleted and the renamed; what is broken is left out', () => {
  expect(
    readListNews({
      type: 'Notebook_List_Info_Sync',
      NotebookListDeleteIds: ['a', 7],
      NotebookListDeleteNames: ['A'],
      updatedNotebookId: 'b',
      updatedNotebookName: 'B',
    }),
  ).toEqual({ deletedIds: ['a'], updatedId: 'b', updatedName: 'B' });
  expect(
    readListNews({ type: 'Notebook_List_Info_Sync', NotebookListDeleteIds: 'a', updatedNotebookId: null }),
  ).toEqual({ deletedIds: [], updatedId: null, updatedName: null });
});

test('[NBK-007] a downloaded notebook has a name that every file system takes', () => {
  expect(fileName('Low flow: 2025/08?')).toBe('Low flow_ 2025_08_');
  expect(fileName('  ')).toBe('notebook');
  expect(fileName('x'.repeat(500))).toHaveLength(120);
});
