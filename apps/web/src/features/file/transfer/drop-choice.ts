import { isOfFamily } from '../entry/file-type.ts';
import { openingOf } from '../entry/opening-rule.ts';

export type DropChoice = 'map' | 'chart' | 'open' | 'upload';

/** What can be done with files that were dropped beside everything that takes them; the likeliest first (SHL-150). */
export function dropChoices(
  files: readonly { path: string; bytes: number }[],
  /** What this person may do; `hasPlaces`: a table, where there is one alone, has columns of coordinates. */
  { mayMap, mayChart, hasPlaces }: { mayMap: boolean; mayChart: boolean; hasPlaces: boolean },
): DropChoice[] {
  const isGeodata = files.some(({ path }) => isOfFamily(path, 'geodata'));
  const [only, ...others] = files;
  const opens = only !== undefined && others.length === 0 && 'opens' in openingOf(only);
  const isTable = opens && isOfFamily(only.path, 'csv');
  const map = mayMap && isGeodata ? (['map'] as const) : [];
  const chart = mayChart && isTable ? (['chart'] as const) : [];
  return [
    ...(isTable && !hasPlaces ? [...chart, ...map] : [...map, ...chart]),
    ...(opens ? ['open' as const] : []),
    'upload',
  ];
}
