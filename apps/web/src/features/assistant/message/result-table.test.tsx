import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { registerResultView } from '../../../registry/result-view.ts';
import { readCsv } from './read-csv.ts';
import { ToolStep } from './tool-step.tsx';

afterEach(cleanup);

test('[AIA-098] rows of CSV are read with quotes and line ends in them; what follows them is no row', () => {
  const csv = 'name,remark\nAda,"said ""no"", twice"\r\nBen,"two\nlines"\nThere are more than 2 rows.';
  expect(readCsv(csv)).toEqual([
    ['name', 'remark'],
    ['Ada', 'said "no", twice'],
    ['Ben', 'two\nlines'],
  ]);
});

const step = (toolName: string, output: unknown) =>
  render(
    <GromaProvider>
      <ToolStep
        isLive={false}
        part={{ type: 'dynamic-tool', toolName, toolCallId: '1', state: 'output-available', input: {}, output }}
      />
    </GromaProvider>,
  );

test('[AIA-098] what a query has given stands below its step as a small table, and says how much is shown', () => {
  step('run_sql', `name,people\n${Array.from({ length: 20 }, (_, i) => `Town ${i},${i}`).join('\n')}\n`);
  const table = within(screen.getByRole('region', { name: 'Query with SQL' })).getByRole('table');
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['name', 'people']);
  expect(within(table).getAllByRole('row')).toHaveLength(9);
  expect(screen.getByText('Rows shown: 8 of 20')).toBeTruthy();
  cleanup();
  step('run_sql', 'Done. The statements gave no rows.');
  step('find_data', 'a,b\n1,2\n');
  expect(screen.queryByRole('table')).toBe(null);
});

test('[AIA-161] what the feature that draws it cannot bring is said, and brought once more', async () => {
  let attempts = 0;
  registerResultView({
    tool: 'create_chart',
    load: () => {
      attempts += 1;
      return attempts === 1
        ? Promise.reject(new Error('Gone.'))
        : Promise.resolve({ ResultPicture: ({ output }) => <p>{`Drawn: ${String(output)}`}</p> });
    },
  });
  step('create_chart', 'values');
  expect(await screen.findByText('Gone.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Drawn: values')).toBeTruthy();
});

test('[AIA-156] why a tool has failed is told in words, by the code that is kept', () => {
  const errorText = JSON.stringify({ code: 'QUERY_READS_ONLY', details: { statement: 'DROP TABLE a' } });
  const part = {
    type: 'dynamic-tool',
    toolName: 'run_sql',
    toolCallId: '1',
    state: 'output-error',
    input: {},
    errorText,
  };
  render(
    <GromaProvider>
      <ToolStep part={part as never} isLive={false} />
    </GromaProvider>,
  );
  expect(screen.getByText('Only reading is allowed here, and “DROP TABLE a” could change something.')).toBeDefined();
});
