import { isOfFamily } from '../entry/file-type.ts';
import { openingOf } from '../entry/opening-rule.ts';

export type DropChoice = 'map' | 'open' | 'upload';

/** What can be done with files that were dropped beside everything that takes them; the likeliest first (SHL-150). */
export function dropChoices(files: readonly { path: string; bytes: number }[], mayMap: boolean): DropChoice[] {
  const isGeodata = files.some(({ path }) => isOfFamily(path, 'geodata'));
  const [only, ...others] = files;
  const opens = only !== undefined && others.length === 0 && 'opens' in openingOf(only);
  return [...(mayMap && isGeodata ? ['map' as const] : []), ...(opens ? ['open' as const] : []), 'upload'];
}
