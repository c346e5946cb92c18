import { GromaError, type RoutingMode } from '@groma/model';
import { readPoints } from './cluster-tools.ts';
import type { RowOf } from './tool-output.ts';
import { textIn, type ToolRun } from './tool-run.ts';
import type { Place, RoutingEngine } from './tool-services.ts';

/** A point feature as a start or a destination; a multi point counts at its middle. */
export type Stop = RowOf & { readonly position: Place };

/** Questions that wait for their answers at once. */
export const asideOfEachOther = 4;

/** @throws GromaError ROUTING_NOT_SET where nobody has brought an engine */
export function routingOf({ services, parameters }: ToolRun): { engine: RoutingEngine; mode: RoutingMode } {
  if (!services.routing) throw new GromaError('ROUTING_NOT_SET');
  return { engine: services.routing, mode: textIn(parameters, 'mode') as RoutingMode };
}

/**
 * The points of an input by the ids of their features, which is the order in which they were made.
 * @throws GromaError TOOL_TOO_MANY_POINTS
 */
export async function readStops(run: ToolRun, input: 'features' | 'other', most: number): Promise<Stop[]> {
  const { rows, degrees } = await readPoints({ features: run[input], work: run.work });
  if (rows.length > most) throw new GromaError('TOOL_TOO_MANY_POINTS', { most });
  const stops = rows.map((row, at): Stop => ({ ...row, position: [degrees[at * 2]!, degrees[at * 2 + 1]!] }));
  return stops.sort((one, other) => idOf(one) - idOf(other));
}

/** The id of the feature that a stop is. */
export function idOf({ batch, row }: RowOf): number {
  return batch.fids[row]!;
}

/** A list in pieces of at most so many. */
export function* inPieces<Item>(list: readonly Item[], most: number): Generator<readonly Item[]> {
  for (let from = 0; from < list.length; from += most) yield list.slice(from, from + most);
}
