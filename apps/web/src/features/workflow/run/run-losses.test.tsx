import type { OperationRemark } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { bringTexts } from '../../../platform/text.ts';
import { RunLosses } from './run-losses.tsx';

beforeAll(() => bringTexts());
afterEach(cleanup);

test('[WFL-171] what was lost is said below the name of each file, once', () => {
  const remarks: OperationRemark[] = [
    { kind: 'renamed', columns: ['population → popul'], file: 'towns.geojson' },
    { kind: 'import', text: 'roads.kml: two rows have no geometry.', file: 'roads.kml' },
    { kind: 'cut', file: 'towns.geojson' },
    { kind: 'cut', file: 'towns.geojson' },
  ];
  render(
    <GromaProvider>
      <RunLosses remarks={remarks} />
    </GromaProvider>,
  );
  const sentencesOf = (file: string) =>
    within(screen.getByText(file).closest('li')!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(sentencesOf('roads.kml')).toEqual(['two rows have no geometry.']);
  const [renamed, cut, ...others] = sentencesOf('towns.geojson');
  expect(renamed).toContain('population → popul');
  expect(cut).not.toBe('');
  expect(others).toEqual([]);
});
