// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { takesText } from './takes-text.ts';

test('what is typed into takes letters, what is only pressed does not', () => {
  const made = (tag: string, type?: string) => Object.assign(document.createElement(tag), type && { type });
  for (const [tag, type] of [['textarea'], ['select'], ['input'], ['input', 'search'], ['input', 'number']])
    expect(takesText(made(tag!, type)), `${tag} ${type}`).toBe(true);
  for (const [tag, type] of [['button'], ['div'], ['input', 'radio'], ['input', 'checkbox'], ['input', 'range']])
    expect(takesText(made(tag!, type)), `${tag} ${type}`).toBe(false);
});
