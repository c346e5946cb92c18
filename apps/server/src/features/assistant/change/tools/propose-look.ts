import { isDeepStrictEqual } from 'node:util';
import { GromaError } from '@groma/model';
import { readLook, type LookChange } from '../style-change.ts';
import { propose, type ChangeTurn } from './change-course.ts';
import { asOne, openOfLayer } from './open-of-layer.ts';

/** A layer as it is found by its name. */
interface FoundLayer {
  mapId: string;
  layerId: string;
  title: string;
}

/** How a layer looks with all that this turn has proposed for it. @throws GromaError LAYER_NOT_FOUND */
export async function lookOfTurn(turn: ChangeTurn, layerId: string): Promise<Required<LookChange>> {
  const open = await openOfLayer(turn, 'style', layerId);
  const look = await readLook(turn.platform, layerId);
  return Object.assign({}, look, ...open.map(({ after }) => after)) as Required<LookChange>;
}

/**
 * Proposes how a layer is to look, property by property. What the turn has proposed of the same is one with it.
 * @throws GromaError BAD_INPUT, LAYER_NOT_FOUND
 */
export async function proposeLook(
  turn: ChangeTurn,
  { mapId, layerId, title }: FoundLayer,
  wanted: LookChange,
): Promise<object> {
  const open = (await openOfLayer(turn, 'style', layerId)).filter(({ after }) =>
    Object.keys(wanted).some((name) => name in (after as LookChange)),
  );
  const look = await readLook(turn.platform, layerId);
  const [was, now] = [
    Object.assign({}, look, ...open.map(({ before }) => before)) as LookChange,
    Object.assign({}, look, ...open.map(({ after }) => after)) as LookChange,
  ];
  const given = Object.keys(wanted) as (keyof LookChange)[];
  if (given.length === 0) throw new GromaError('BAD_INPUT', { detail: 'say what is to look how.' });
  const names = given.filter((name) => !isDeepStrictEqual(now[name], wanted[name]));
  if (names.length === 0) return { state: 'The layer looks so already.' };
  const changed = [...new Set([...open.flatMap(({ after }) => Object.keys(after as LookChange)), ...names])]
    .map((name) => name as keyof LookChange)
    .map((name) => [name, was[name], (name in wanted ? wanted : now)[name] as unknown] as const)
    .filter(([, before, after]) => !isDeepStrictEqual(before, after));
  const before = Object.fromEntries(changed.map(([name, then]) => [name, then]));
  const after = Object.fromEntries(changed.map(([name, , next]) => [name, next]));
  if (open.length > 0) return propose(turn, { changes: [], revised: asOne(open, before, after, {}) });
  const target = { map: mapId, layer: layerId };
  return propose(turn, { changes: [{ kind: 'style', title, target, before, after }] });
}
