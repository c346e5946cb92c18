import {
  cellOf,
  codeLanguages,
  GromaError,
  inputValues,
  readBlocks,
  readCell,
  type InputValue,
  type ProjectId,
  type UserId,
} from '@groma/model';
import type { RanCell } from '@groma/protocol';
import * as Y from 'yjs';
import type { Platform } from '../../../platform/platform.ts';
import { applyCell } from './cell-change.ts';
import { changesOf, openChanges } from './change-records.ts';

/** Tries code in a kernel of its own: the last cell, after those before it. */
export type TryCells = (
  wanted: {
    projectId: ProjectId;
    notebookId: string;
    userId: string;
    values: InputValue[];
    cells: TriedCell[];
  },
  signal: AbortSignal,
) => Promise<RanCell>;

interface TriedCell {
  id: string;
  number: number;
  language: (typeof codeLanguages)[number];
  label: string;
  code: string;
}

/**
 * Runs a cell as a change would have it, with all that its turn has proposed for the notebook, in a kernel of its own.
 * @throws GromaError NOT_FOUND, FORBIDDEN, BAD_INPUT for what is no code of a cell; as `TryCells`
 */
export async function tryChange(
  platform: Platform,
  tryCells: TryCells,
  asked: { projectId: ProjectId; threadId: string; changeId: string; userId: UserId },
  signal: AbortSignal,
): Promise<RanCell> {
  const { projectId, threadId, changeId, userId } = asked;
  const [change] = await changesOf(platform, threadId, [changeId]);
  if (!change) throw new GromaError('NOT_FOUND', { noun: 'change' });
  if (change.kind !== 'cell') throw new GromaError('BAD_INPUT', { detail: 'only code of a notebook can be tried.' });
  const notebookId = change.target['notebook']!;
  const { projectId: owner } = await platform.access.requireOwned(userId, 'notebook', notebookId, 'run', 'notebook');
  if (owner !== projectId) throw new GromaError('NOT_FOUND', { noun: 'notebook' });
  const draft = new Y.Doc();
  Y.applyUpdate(draft, Y.encodeStateAsUpdate(await platform.documents.read(notebookId)));
  for (const open of await openChanges(platform, change))
    if (open.kind === 'cell' && open.target['notebook'] === notebookId) applyCell(draft, open);
  const cells = codeCells(draft);
  const last = cells.findIndex(({ id }) => id === change.target['cell']);
  if (last < 0) throw new GromaError('BAD_INPUT', { detail: 'only code of a notebook can be tried.' });
  return tryCells(
    { projectId, notebookId, userId, values: inputValues(draft), cells: cells.slice(0, last + 1) },
    signal,
  );
}

/** The code of a notebook that a kernel can run, with its numbers among all code. */
function codeCells(doc: Y.Doc): TriedCell[] {
  let number = 0;
  return readBlocks(doc).flatMap(({ id, codeId }) => {
    const cell = codeId === null ? undefined : cellOf(doc, codeId);
    if (!cell) return [];
    number += 1;
    const { language: written, code, label } = readCell(cell);
    const language = codeLanguages.find((each) => each === written);
    return language && code.trim() !== '' ? [{ id, number, language, label, code }] : [];
  });
}
