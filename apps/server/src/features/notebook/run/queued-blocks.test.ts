import { createNotebookDocument, readBlocks, readTemplate } from '@groma/model';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { itemsOf } from './queued-blocks.ts';

test('[NBK-134] a block in a language without a kernel is not run as Python: the refusal names the language', () => {
  const doc = new Y.Doc();
  const cell = { cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source: 'x = 1' };
  const { blocks, file } = readTemplate(
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 4,
      metadata: { kernelspec: { name: 'julia-1.10', language: 'julia' } },
      cells: [cell],
    }),
  );
  createNotebookDocument(doc, blocks, file);
  const blockId = readBlocks(doc)[0]!.id;
  expect(() => itemsOf(doc, [{ blockId, code: 'x = 1' }], 'ann', () => false)).toThrow(
    expect.objectContaining({ code: 'NO_KERNEL_FOR', message: expect.stringContaining('Julia') as string }),
  );
});
