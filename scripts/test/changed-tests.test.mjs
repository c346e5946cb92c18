import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../setup/repository.mjs';
import { journeysFor, serverTestsFor } from './changed-tests.mjs';
import { journeysOfFolder } from './journey-table.mjs';

it('finds the journeys of the narrowest folder of a change, and changed ones themselves', () => {
  expect(journeysFor(['apps/web/src/features/map/style/look.tsx', 'apps/web/src/features/map/index.ts'])).toEqual([
    'e2e/map-style.spec.ts',
    'e2e/map.spec.ts',
  ]);
  expect(journeysFor(['e2e/chart.spec.ts', 'apps/web/src/features/map/chart/chart-data.ts', 'README.md'])).toEqual([
    'e2e/chart.spec.ts',
  ]);
  expect(journeysFor(['apps/web/src/features/mapping/other.ts', 'e2e/person.ts'])).toEqual([]);
});

it("finds the server's tests by the folder of a change, and by the noun that the packages name", () => {
  expect(
    serverTestsFor([
      'apps/server/src/features/map/import/read.ts',
      'apps/server/src/features/map/import/read.test.ts',
      'packages/model/src/notebook/block.ts',
      'apps/server/src/platform/bus/bus.ts',
      'apps/web/src/main.ts',
    ]),
  ).toEqual([
    'apps/server/src/features/map/import/',
    'apps/server/src/features/map/import/read.test.ts',
    'apps/server/src/features/notebook/',
    'apps/server/src/platform/bus/',
  ]);
});

it('knows only folders and journeys that there are', () => {
  const names = Object.values(journeysOfFolder).flatMap((journeys) => journeys.map((name) => `e2e/${name}.spec.ts`));
  for (const path of [...Object.keys(journeysOfFolder), ...names])
    expect(existsSync(join(root, path)), path).toBe(true);
});
