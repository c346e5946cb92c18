import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { GromaProvider } from '../provider/groma-provider.tsx';
import { MentionField } from './mention-field.tsx';
import { mentionsIn, openMention } from './mention.ts';

afterEach(cleanup);

const options = ['fields', 'fields 2020', 'county lines', 'wells'].map((name) => ({ id: name, name }));
const namesAt = (text: string) => openMention(text, text.length, '@', options)?.options.map(({ name }) => name) ?? null;

test('[VEC-029] [DBS-020] a sign opens what can be mentioned, and what follows narrows it', () => {
  expect(namesAt('@')).toEqual(['fields', 'fields 2020', 'county lines', 'wells']);
  expect(namesAt('yield of @fi')).toEqual(['fields', 'fields 2020']);
  expect(namesAt('(@county l')).toEqual(['county lines']);
  expect(namesAt('@lines')).toEqual(['county lines']);
  for (const text of ['ann@fi', '@nothing', '@fields ', 'plain', '@a\nb']) expect(namesAt(text)).toBe(null);
  expect(openMention('select /w', 9, '/', options)?.options).toEqual([{ id: 'wells', name: 'wells' }]);
});

test('[VEC-029] a text names what it mentions; of names that begin alike the longer one counts', () => {
  const names = (text: string) => mentionsIn(text, '@', options).map(({ name }) => name);
  expect(names('@fields 2020 by @wells')).toEqual(['fields 2020', 'wells']);
  expect(names('@fields and @fields 2020')).toEqual(['fields', 'fields 2020']);
  expect(names('fields')).toEqual([]);
});

let sent: string[] = [];
function Host({ options: given = options }: { options?: typeof options }) {
  const [value, setValue] = useState('');
  return (
    <MentionField
      label="Prompt"
      value={value}
      onChange={setValue}
      sign="@"
      options={given}
      onSubmit={() => sent.push(value)}
    />
  );
}

test('[VEC-029] by keyboard alone: arrows choose, Enter takes, Escape leaves, Enter then sends', () => {
  sent = [];
  render(
    <GromaProvider>
      <Host />
    </GromaProvider>,
  );
  const field: HTMLTextAreaElement = screen.getByRole('combobox');
  const type = (value: string, caret = value.length) => {
    fireEvent.change(field, { target: { value } });
    field.setSelectionRange(caret, caret);
    fireEvent.click(field);
  };
  type('Sum @');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('fields 2020');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect([field.value, screen.queryByRole('listbox'), sent]).toEqual(['Sum @fields 2020 ', null, []]);
  type('Sum @w');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(screen.queryByRole('listbox')).toBe(null);
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(sent).toEqual(['Sum @w']);
  // What is typed next comes behind what was chosen, and the caret is nobody's but theirs from then on.
  type('Sum @c of all', 'Sum @c'.length);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect([field.value, field.selectionStart]).toEqual(['Sum @county lines of all', 'Sum @county lines '.length]);
});

test('[DBS-020] what can be mentioned may come while the sign stands there', () => {
  const draw = (given: typeof options) => (
    <GromaProvider>
      <Host options={given} />
    </GromaProvider>
  );
  const { rerender } = render(draw([]));
  const field: HTMLTextAreaElement = screen.getByRole('combobox');
  fireEvent.change(field, { target: { value: '@fi' } });
  expect(screen.queryByRole('listbox')).toBe(null);
  rerender(draw(options));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['fields', 'fields 2020']);
});
