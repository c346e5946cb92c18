import type { Column } from '@groma/geo';
import type { FilterCondition, LayerFilter } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { FilterEditor } from './filter-editor.tsx';

afterEach(() => {
  cleanup();
  latest = [];
});

const columns: Column[] = [
  { name: 'height', type: 'number' },
  { name: 'kind', type: 'text' },
];
const counts = { values: [{ value: 'oak', count: 3 }], rows: 4, nulls: 1, distinct: 1, isDistinctAtLeast: false };
let latest: LayerFilter = [];
/** The same condition as a database gives it back, its fields in another order. */
const turned = (condition: FilterCondition) =>
  Object.fromEntries(Object.entries(condition).toReversed()) as unknown as FilterCondition;

function Editor({ first, disabled = false }: { first: LayerFilter; disabled?: boolean }) {
  const [filter, setFilter] = useState(first);
  return (
    <GromaProvider>
      <FilterEditor
        {...{ filter, columns, disabled }}
        onChange={(next) => {
          latest = next;
          setFilter(next);
        }}
        valuesOf={() => Promise.resolve(counts)}
      />
      <button type="button" onClick={() => setFilter([])}>
        elsewhere
      </button>
      <button type="button" onClick={() => setFilter((before) => before.map(turned))}>
        stored
      </button>
    </GromaProvider>
  );
}

test('[VEC-072] a condition counts once it says something, and its value as what the column holds', () => {
  render(<Editor first={[]} />);
  fireEvent.click(screen.getByRole('button', { name: 'Add condition' }));
  expect(latest).toEqual([]);
  const value = within(screen.getByRole('group', { name: 'Condition 1' })).getByLabelText('Value');
  fireEvent.change(value, { target: { value: 'tall' } });
  expect([latest, value.getAttribute('aria-invalid')]).toEqual([[], 'true']);
  fireEvent.change(value, { target: { value: '12.5' } });
  expect(latest).toEqual([{ column: 'height', operator: 'greaterOrEqual', value: 12.5 }]);
  // What the server gives back does not take away what is still being written.
  fireEvent.click(screen.getByRole('button', { name: 'Add condition' }));
  fireEvent.click(screen.getByText('stored'));
  expect(screen.getAllByRole('group', { name: /^Condition/ })).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Remove condition 1' }));
  expect(latest).toEqual([]);
});

test('[VEC-075] a condition on a column that is missing is named, and can be removed', () => {
  render(<Editor first={[{ column: 'gone', operator: 'isNull' }]} />);
  expect(screen.getByText(/no column “gone”/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove condition 1' }));
  expect(latest).toEqual([]);
});

test('[VEC-071] what somebody else sets takes the place of what is written; who may not change it can read it', () => {
  const { unmount } = render(<Editor first={[{ column: 'height', operator: 'less', value: 3 }]} />);
  expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe('3');
  fireEvent.click(screen.getByText('elsewhere'));
  expect(screen.queryByLabelText('Value')).toBeNull();
  unmount();
  render(<Editor first={[{ column: 'height', operator: 'less', value: 3 }]} disabled />);
  expect(screen.getByLabelText<HTMLInputElement>('Value').disabled).toBe(true);
});
