import type { Geos, Handle } from './geos.ts';
import type { ToolWork } from './tool-work.ts';

/** How many are joined by one call: few enough to be stopped in between. */
const group = 200;

/**
 * The union of geometries, which are freed, in steps that leave room to cancel; those next to each other should lie
 * near each other.
 */
export async function unionAll(geos: Geos, handles: Handle[], work: ToolWork): Promise<Handle> {
  let level = handles.filter((handle) => handle !== 0);
  if (level.length === 0) return geos.collect([], null);
  do {
    const next: Handle[] = [];
    for (let at = 0; at < level.length; at += group) {
      next.push(unionOf(geos, level.slice(at, at + group), work));
      if (work.isDue(0)) await work.breathe();
    }
    level = next;
  } while (level.length > 1);
  return level[0]!;
}

function unionOf(geos: Geos, handles: readonly Handle[], work: ToolWork): Handle {
  const all = geos.collect(handles, null);
  const union = geos.unionApart(all);
  if (union !== 0) {
    geos.free(all);
    return union;
  }
  const valid = geos.makeValid(all);
  work.warn('repaired');
  const again = valid === 0 ? 0 : geos.union(valid);
  geos.free(all, valid);
  return again === 0 ? geos.collect([], null) : again;
}
