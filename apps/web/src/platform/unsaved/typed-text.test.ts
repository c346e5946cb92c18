import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { typedText } from './typed-text.ts';

test('[SHL-121] text that could not be merged is shown without what was deleted, also after an emoji', () => {
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => {
    updates.push(update);
  });
  const text = doc.getText('word');
  text.insert(0, '😀😀 abc');
  text.delete(5, 1);
  expect(typedText(updates)).toBe(text.toJSON());
});
