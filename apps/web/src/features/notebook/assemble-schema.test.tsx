import { notebookBlockTypes, type BlockType } from '@groma/model';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { CellHosts } from './cell/cell-hosts.ts';
import { createNotebookSchema } from './assemble-schema.ts';

const doc = new Y.Doc();

test('[NBK-009] [NBK-010] the editor knows exactly the blocks of the model, with the same props and defaults; no toggle headings', () => {
  const known = Object.fromEntries(
    Object.entries(createNotebookSchema(doc, new CellHosts(doc)).blockSchema).map(([type, { content, propSchema }]) => [
      type,
      {
        content,
        props: Object.fromEntries(
          Object.entries(propSchema)
            .filter(([, prop]) => prop.default !== undefined)
            .map(([name, prop]) => [name, prop.default]),
        ),
        optional: Object.entries(propSchema)
          .filter(([, prop]) => prop.default === undefined)
          .map(([name]) => name),
      },
    ]),
  );
  const wanted = Object.fromEntries(
    Object.entries(notebookBlockTypes as Record<string, BlockType>).map(([type, { content, props, optional }]) => [
      type,
      { content, props, optional: Object.keys(optional ?? {}) },
    ]),
  );
  expect(known).toEqual(wanted);
});
