import type { StoredOutput } from '@groma/model';
import { useEffect, useReducer, useState } from 'react';
import { useProject } from '../../../platform/session.ts';
import { useNotebook } from '../block/notebook-context.ts';
import type { RowSource } from './row-source.ts';
import { StoredPages } from './stored-pages.ts';

const noRows: RowSource = { count: 0, row: () => null };

/** Lines of a running text that is kept beside the notebook, fetched by pages as they come into sight. */
export function useStoredRows(stored: StoredOutput | null): RowSource {
  const { id: notebookId } = useNotebook();
  const projectId = useProject().id;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [pages] = useState(() => new StoredPages(notebookId, projectId));
  useEffect(() => pages.listen(redraw), [pages]);
  return stored ? pages.rows(stored) : noRows;
}
