import { TextDecoderStream } from 'node:stream/web';
import { cellCode, ensureCell, readSuggestion } from '@groma/model';
import { afterEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { askForCode, type AskedBlock } from './ask-code.ts';
import { changeChat, readChat } from './chat-store.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

let blocks = 0;
/** Asks about a block whose code another person changes before the answer has come. */
async function askWhile(code: string, newCode: string, edit: (code: Y.Text) => void) {
  const live = ensureCell(new Y.Doc(), 'c', { code });
  const place = { notebookId: 'n', blockId: `b${blocks++}` };
  // The document of the tests lacks it.
  vi.stubGlobal('TextDecoderStream', TextDecoderStream);
  vi.stubGlobal('fetch', () => {
    edit(cellCode(live));
    return Promise.resolve(new Response(JSON.stringify({ title: 'New', code: newCode, coding_language: 'python' })));
  });
  changeChat(place, { text: 'Go' });
  const model = { id: 'small', characterLimit: 20_000 };
  const rest = { projectId: 'p', section: '', earlier: [], signal: new AbortController().signal, isOpen: () => true };
  await askForCode({ ...place, ...rest, live, model } satisfies AskedBlock, 'Go');
  return { code: cellCode(live).toString(), suggestion: readSuggestion(live), chat: readChat(place) };
}

test('[AIA-163] what others write while a model does is in the code that it suggests', async () => {
  const { code, suggestion, chat } = await askWhile('a\nb\nc', 'a\nb\nC', (text) => text.insert(0, 'import x\n'));
  expect(code).toBe('import x\na\nb\nc');
  expect(suggestion).toEqual({ newCode: 'import x\na\nb\nC', newLabel: 'New', newLanguage: 'python' });
  expect(chat).toMatchObject({ text: '', notice: null, previous: { code: 'a\nb\nC' } });
});

test('[AIA-163] where they have changed the same lines it is said, and the request stays', async () => {
  const { code, suggestion, chat } = await askWhile('a\nb', 'a\nB', (text) => text.insert(3, '!'));
  expect([code, suggestion]).toEqual(['a\nb!', null]);
  expect(chat).toMatchObject({
    text: 'Go',
    previous: null,
    notice: { kind: 'error', text: expect.stringMatching(/^Someone changed the same lines/) as string },
  });
});
