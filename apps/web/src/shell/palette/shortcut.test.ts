import { expect, test } from 'vitest';
import { isShortcut } from './shortcut.ts';

const press = (key: string, change: Partial<KeyboardEvent> = {}) => ({
  key,
  code: `Key${key.toUpperCase()}`,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
});

test('Ctrl is Cmd on a Mac and nowhere else', () => {
  expect(isShortcut(press('k', { ctrlKey: true }), 'Ctrl+K', false)).toBe(true);
  expect(isShortcut(press('k', { metaKey: true }), 'Ctrl+K', true)).toBe(true);
  expect(isShortcut(press('k', { metaKey: true }), 'Ctrl+K', false)).toBe(false);
});

test('a modifier too many or too few is another shortcut', () => {
  expect(isShortcut(press('w', { altKey: true }), 'Alt+W', false)).toBe(true);
  expect(isShortcut(press('w'), 'Alt+W', false)).toBe(false);
  expect(isShortcut(press('K', { ctrlKey: true, shiftKey: true }), 'Ctrl+K', false)).toBe(false);
});

test('Alt with a letter is known by the key even where it types another sign', () => {
  expect(isShortcut({ ...press('∑', { altKey: true }), code: 'KeyW' }, 'Alt+W', true)).toBe(true);
});

test('a sign is known by what it types, however it is typed', () => {
  expect(isShortcut(press('?', { shiftKey: true }), '?', false)).toBe(true);
  expect(isShortcut(press('?', { ctrlKey: true, shiftKey: true }), '?', false)).toBe(false);
});
