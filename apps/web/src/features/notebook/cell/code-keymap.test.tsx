import { EditorState } from '@codemirror/state';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import { expect, test } from 'vitest';
import { codeKeymap, isAtEdge, leaveKeymap } from './code-keymap.ts';

function editor(doc: string, head: number, isRunning = false) {
  const done: string[] = [];
  const say = (what: string, isTaken = true) => {
    done.push(what);
    return isTaken;
  };
  const view = new EditorView({
    parent: document.body,
    state: EditorState.create({
      doc,
      selection: { anchor: head },
      extensions: [
        leaveKeymap(() => ({ leaveCode: () => say('leave code') })),
        codeKeymap(() => ({
          run: (isStaying) => say(isStaying ? 'run and stay' : 'run'),
          ask: (command) => say(command),
          stop: () => (isRunning ? say('stop') : false),
          leave: (direction) => say(direction),
          removeEmpty: () => say('remove'),
          redo: () => say('redo'),
          undoBlocks: () => false,
          leaveCode: () => false,
          split: (at) => say(`split at ${at}`),
        })),
      ],
    }),
  });
  const press = (key: string, modifiers: KeyboardEventInit = {}) =>
    runScopeHandlers(view, new KeyboardEvent('keydown', { key, keyCode: keyCodes[key] ?? 0, ...modifiers }), 'editor');
  return { view, press, done };
}
const keyCodes: Record<string, number> = {
  Enter: 13,
  Escape: 27,
  ArrowUp: 38,
  ArrowDown: 40,
  ArrowLeft: 37,
  ArrowRight: 39,
  Backspace: 8,
  y: 89,
  k: 75,
  i: 73,
  g: 71,
  _: 189,
};

test('[NBK-018] Shift+Enter runs the block', () => {
  const { press, done } = editor('print(1)', 3);
  expect(press('Enter', { shiftKey: true })).toBe(true);
  expect(done).toEqual(['run']);
});

test('[NBK-070, NBK-145] Escape stops a running block, and leaves the code of any other', () => {
  const running = editor('x', 0, true);
  expect(running.press('Escape')).toBe(true);
  expect(running.done).toEqual(['stop']);
  const idle = editor('x', 0);
  expect(idle.press('Escape')).toBe(true);
  expect(idle.done).toEqual(['leave code']);
});

test('[NBK-146] Ctrl+Shift+- splits the code at the cursor', () => {
  const { press, done } = editor('one\ntwo', 4);
  expect(press('_', { ctrlKey: true, shiftKey: true })).toBe(true);
  expect(done).toEqual(['split at 4']);
});

test('[NBK-067] arrows leave the code only at its edges', () => {
  const middle = editor('one\ntwo\nthree', 5);
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) middle.press(key);
  expect(middle.done).toEqual([]);
  const top = editor('one\ntwo', 2);
  top.press('ArrowUp');
  expect(top.done).toEqual(['before']);
  const end = editor('one\ntwo', 7);
  end.press('ArrowRight');
  end.press('ArrowDown');
  expect(end.done).toEqual(['after', 'after']);
  const selected = EditorState.create({ doc: 'one', selection: { anchor: 0, head: 3 } });
  expect(isAtEdge({ state: selected }, 'end')).toBe(false);
});

test('[NBK-067] Backspace removes a block only when it is empty', () => {
  const filled = editor('a', 1);
  filled.press('Backspace');
  expect(filled.done).toEqual([]);
  const empty = editor('', 0);
  empty.press('Backspace');
  expect(empty.done).toEqual(['remove']);
});

test('[NBK-073] Ctrl+Y redoes', () => {
  const { press, done } = editor('a', 1);
  press('y', { ctrlKey: true });
  expect(done).toEqual(['redo']);
});

test('[NBK-018] Ctrl+Enter runs the block and stays in it', () => {
  const { press, done } = editor('print(1)', 3);
  expect(press('Enter', { ctrlKey: true })).toBe(true);
  expect(done).toEqual(['run and stay']);
});

test('[NBK-019] [NBK-071] [NBK-072] Ctrl+K, Ctrl+I and Ctrl+G are commands of the assistant', () => {
  const { press, done } = editor('print(1)', 3);
  for (const key of ['k', 'i', 'g']) expect(press(key, { ctrlKey: true })).toBe(true);
  expect(done).toEqual(['notebook.quick-edit', 'notebook.add-block-to-assistant', 'notebook.send-to-assistant']);
});
