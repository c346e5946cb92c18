import { measureFeature, type Geometry, type Measurement } from '@groma/geo';
import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createStore } from 'zustand';
import { bringTexts } from '../../../platform/text.ts';
import { useUnits } from '../look/units.ts';
import { firstMapState } from '../session/map-state.ts';
import { FeatureMeasures } from './feature-measures.tsx';

const square: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ],
  ],
};
const line: Geometry = {
  type: 'LineString',
  coordinates: [
    [0, 0],
    [1, 0],
  ],
};

beforeAll(bringTexts);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  useUnits.setState({ system: 'metric' });
});

function show(measured: () => Promise<Measurement>): void {
  const session = { store: createStore(() => firstMapState), ask: measured } as never;
  render(
    <GromaProvider>
      <FeatureMeasures session={session} place={{ layerId: 'l', fid: 3 }} />
    </GromaProvider>,
  );
}

const rows = () =>
  screen.getAllByRole('term').map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);

test('[GEO-005, GEO-071, GEO-072] the card of a feature tells its area and perimeter in the units of the person', async () => {
  show(() => Promise.resolve(measureFeature(3, square)));
  await screen.findByText('Area');
  expect(rows()).toEqual(['Area 1,230,878 ha', 'Perimeter 443.77 km']);
  useUnits.setState({ system: 'imperial' });
  await expect.poll(rows).toEqual(['Area 3,041,565 acres', 'Perimeter 275.75 mi']);
});

test('[GEO-005] a line has a length, a point has no measurements', async () => {
  show(() => Promise.resolve(measureFeature(3, line)));
  await screen.findByText('Length');
  expect(rows()).toEqual(['Length 111.32 km']);
  cleanup();
  const point = vi.fn<() => Promise<Measurement>>(() =>
    Promise.resolve(measureFeature(3, { type: 'Point', coordinates: [0, 0] })),
  );
  show(point);
  await expect.poll(() => point.mock.calls.length).toBe(1);
  await Promise.resolve();
  expect(screen.queryByRole('term')).toBeNull();
});

test('[GEO-069, GEO-074] a failure to measure is logged only; what is missing is N/A', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const reason = new Error('no coordinates');
  show(() => Promise.reject(reason));
  await screen.findByText('Area');
  expect(rows()).toEqual(['Area N/A', 'Length N/A']);
  expect(log.mock.calls).toEqual([['A feature was not measured.', reason]]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[GEO-070] measurements are copied as rows; a failure to copy is logged only', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const texts: string[] = [];
  let refusal: Error | null = null;
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: (text: string) => (refusal ? Promise.reject(refusal) : Promise.resolve(void texts.push(text))),
    },
  });
  show(() => Promise.resolve(measureFeature(3, line)));
  const button = await screen.findByRole('button', { name: 'Copy measurements' });
  fireEvent.click(button);
  expect(texts).toEqual(['Length\t111.32 km']);
  refusal = new Error('not allowed');
  fireEvent.click(button);
  await expect.poll(() => log.mock.calls).toEqual([['The measurements were not copied.', refusal]]);
  expect(screen.queryByRole('alert')).toBeNull();
});
