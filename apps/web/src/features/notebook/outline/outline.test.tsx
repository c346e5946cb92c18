import { GromaProvider } from '@groma/ui';
import { BlockNoteEditor } from '@blocknote/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { followHeadings } from './follow-headings.ts';
import { OutlineButton } from './outline-button.tsx';
import { createOutlineStore } from './outline-store.ts';
import { Outline } from './outline.tsx';

const ends: (() => void)[] = [];
afterEach(() => {
  cleanup();
  for (const end of ends.splice(0)) end();
  document.body.innerHTML = '';
});

const heading = (id: string, content: string, level = 1) => ({
  id,
  type: 'heading' as const,
  props: { level },
  content,
});

function open(blocks: object[]) {
  const editor = BlockNoteEditor.create({ initialContent: blocks as never }) as unknown as NotebookEditor;
  editor.mount(document.body.appendChild(document.createElement('div')));
  const store = createOutlineStore();
  ends.push(followHeadings(editor, store), () => editor.unmount());
  render(
    <GromaProvider>
      <OutlineButton store={store} />
      <Outline store={store} />
    </GromaProvider>,
  );
  const toggle = () => fireEvent.click(screen.getByRole('button', { name: 'Outline' }));
  const listed = () => [...document.querySelectorAll('.outline-heading')].map((each) => each.textContent);
  return { editor, toggle, listed };
}

test('[NBK-151] the headings are listed, and Enter or a click leads to one', async () => {
  const { editor, toggle, listed } = open([heading('a', 'One'), heading('b', 'Two', 2), { type: 'paragraph' }]);
  toggle();
  expect(listed()).toEqual(['One', 'Two']);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'One' }).getAttribute('aria-current')).toBe('location'),
  );
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'One' }));
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Two' }));
  fireEvent.click(document.activeElement!);
  expect(editor.getTextCursorPosition().block.id).toBe('b');
  expect(document.activeElement).toBe(editor.domElement);
});

test('[NBK-151] headings that are written, by whomever, come into the list; without any there is none', async () => {
  const { editor, toggle, listed } = open([heading('a', 'One'), heading('b', '  ')]);
  toggle();
  expect(listed()).toEqual(['One']);
  act(() => void editor.updateBlock('b', { content: 'New' } as never));
  await waitFor(() => expect(listed()).toEqual(['One', 'New']));
  act(() => void editor.removeBlocks(['a', 'b']));
  await waitFor(() => expect(screen.queryByRole('navigation')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Outline' })).toBeNull();
});
