import type { Symbology } from '@groma/model';
import { classingOf, type BatchClasses } from '../layer/classing.ts';
import type { LoadedLayer } from './map-state.ts';

const found = new WeakMap<LoadedLayer['classes'], ReadonlySet<number>>();

/**
 * The classes that features of a layer have, `otherClass` among them where some have none of those listed; null while
 * not all features have been read, or are classed by something else.
 */
export function presentClasses(
  loaded: Pick<LoadedLayer, 'load' | 'classes' | 'classedBy' | 'count'> | undefined,
  symbology: Symbology,
): ReadonlySet<number> | null {
  if (loaded?.load.status !== 'ready' || loaded.classedBy === null) return null;
  if (JSON.stringify(loaded.classedBy) !== JSON.stringify(classingOf(symbology))) return null;
  const all = Object.values(loaded.classes);
  const rows = all.reduce((sum, { classes }) => sum + (classes?.length ?? 0), 0);
  if (rows < loaded.count) return null;
  const known = found.get(loaded.classes) ?? classesIn(all);
  found.set(loaded.classes, known);
  return known;
}

function classesIn(all: readonly BatchClasses[]): ReadonlySet<number> {
  const isThere = new Uint8Array(256);
  for (const { classes } of all) if (classes) for (const each of classes) isThere[each] = 1;
  return new Set(Array.from(isThere.keys()).filter((each) => isThere[each] === 1));
}
