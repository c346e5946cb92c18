import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { GromaProvider } from '../provider/groma-provider.tsx';
import { TagField } from './tag-field.tsx';

afterEach(cleanup);

let tags: string[] = [];
function Host({ first, validate }: { first: string[]; validate?: (tag: string) => boolean | string }) {
  const [value, setValue] = useState(first);
  const keep = (next: string[]) => {
    tags = next;
    setValue(next);
  };
  return <TagField label="Tags" value={value} onChange={keep} {...(validate && { validate })} />;
}
function draw(first: string[] = [], validate?: (tag: string) => boolean | string): HTMLInputElement {
  tags = first;
  render(
    <GromaProvider>
      <Host first={first} {...(validate && { validate })} />
    </GromaProvider>,
  );
  return screen.getByLabelText('Tags');
}
const type = (field: HTMLElement, text: string, key?: string) => {
  fireEvent.change(field, { target: { value: text } });
  if (key !== undefined) fireEvent.keyDown(field, { key });
};

test.each(['Enter', ' ', ','])('[SHL-067] %j adds the tag that is typed, without the space around it', (key) => {
  const field = draw(['a']);
  type(field, ' river ', key);
  expect(tags).toEqual(['a', 'river']);
  expect(field.value).toBe('');
});

test('[SHL-064] an empty value is refused, and a space alone is no wish to add one', () => {
  const field = draw();
  type(field, '', ' ');
  expect(screen.queryByText('Value cannot be empty.')).toBeNull();
  type(field, '  ', 'Enter');
  expect(screen.getByText('Value cannot be empty.')).toBeTruthy();
  expect(tags).toEqual([]);
  type(field, 'x');
  expect(screen.queryByText('Value cannot be empty.')).toBeNull();
});

test('[SHL-065] a value that is there is refused and stays typed', () => {
  const field = draw(['river']);
  type(field, 'river', 'Enter');
  expect(screen.getByText('This value already exists.')).toBeTruthy();
  expect([tags, field.value]).toEqual([['river'], 'river']);
});

test('[SHL-066] a validator refuses with its message, or with "Invalid value" when it gives none', () => {
  const field = draw([], (tag) => (tag === 'no' ? 'Not this one.' : tag !== 'never'));
  type(field, 'no', 'Enter');
  expect(screen.getByText('Not this one.')).toBeTruthy();
  type(field, 'never', 'Enter');
  expect(screen.getByText('Invalid value')).toBeTruthy();
  type(field, 'yes', 'Enter');
  expect(tags).toEqual(['yes']);
});

test('[SHL-068] Backspace in the empty field takes the last tag away, and in a typed text only a letter', () => {
  const field = draw(['a', 'b']);
  type(field, 'x', 'Backspace');
  expect(tags).toEqual(['a', 'b']);
  type(field, '', 'Backspace');
  expect(tags).toEqual(['a']);
});

test('[SHL-069] a double click edits a tag in its place; Escape leaves it as it was', () => {
  const field = draw(['a', 'b', 'c']);
  fireEvent.doubleClick(screen.getByText('b'));
  expect(field.value).toBe('b');
  expect(document.activeElement).toBe(field);
  type(field, 'B2', 'Enter');
  expect(tags).toEqual(['a', 'B2', 'c']);
  fireEvent.doubleClick(screen.getByText('c'));
  fireEvent.keyDown(field, { key: 'Escape' });
  expect([tags, field.value]).toEqual([['a', 'B2', 'c'], '']);
});

test('[SHL-067] a pasted list becomes tags, up to the one that is refused', () => {
  const field = draw(['b']);
  fireEvent.paste(field, { clipboardData: { getData: () => 'a, b\nc' } });
  expect([tags, field.value]).toEqual([['b', 'a'], 'b c']);
  expect(screen.getByText('This value already exists.')).toBeTruthy();
});

test('[SHL-068] each tag has a button that takes it away', () => {
  draw(['a', 'b']);
  fireEvent.click(within(screen.getByText('a').parentElement!).getByRole('button', { name: 'Remove “a”' }));
  expect(tags).toEqual(['b']);
});
