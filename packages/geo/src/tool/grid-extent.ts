import { GromaError } from '@groma/model';
import { extentOf } from './row-extent.ts';
import type { Box } from './search-box.ts';
import { geometryBatches, positionRange, textIn, type ToolRun } from './tool-run.ts';

/**
 * What a grid covers, in degrees; east goes on beyond 180 across the antimeridian. It is the area that was set, or the
 * narrowest that holds all features, so that those on both sides of the antimeridian make no belt around the Earth.
 * Null where no feature has a position.
 * @throws GromaError TOOL_EXTENT_WRONG
 */
export async function gridExtent({ features, parameters, work }: ToolRun): Promise<Box | null> {
  const text = textIn(parameters, 'extent');
  if (text !== '') return readExtent(text);
  let [south, north] = [Infinity, -Infinity];
  const spans: [number, number][] = [];
  for await (const { geometry, rows } of geometryBatches(features, work)) {
    for (let row = 0; row < rows; row++) {
      const [first, end] = positionRange(geometry, row);
      if (first === end) continue;
      const [west, low, east, high] = extentOf(geometry.coordinates, geometry.size, first, end);
      spans.push([west, east]);
      [south, north] = [Math.min(south, low), Math.max(north, high)];
    }
    if (work.isDue(0)) await work.breathe();
  }
  if (spans.length === 0) return null;
  const [west, east] = narrowest(spans);
  return [west, Math.max(-90, south), east, Math.min(90, north)];
}

function readExtent(text: string): Box {
  const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(',').map(Number);
  const end = west > east ? east + 360 : east;
  const isFine =
    [west, south, east, north].every(Number.isFinite) &&
    south < north &&
    south >= -90 &&
    north <= 90 &&
    end > west &&
    Math.abs(west) <= 360 &&
    Math.abs(east) <= 720;
  if (!isFine) throw new GromaError('TOOL_EXTENT_WRONG', { extent: text });
  return end - west > 360 ? [-180, south, 180, north] : [west, south, end, north];
}

/** The narrowest span of longitude that holds all spans: the widest gap between them is left out. */
function narrowest(spans: readonly [number, number][]): [number, number] {
  const sorted = spans.toSorted(([one], [other]) => one - other);
  let end = sorted[0]![1];
  let [gap, start, last] = [-Infinity, sorted[0]![0], end];
  for (const [west, east] of sorted) {
    if (west - end > gap && west > end) [gap, start, last] = [west - end, west, end];
    end = Math.max(end, east);
  }
  const around = sorted[0]![0] + 360 - end;
  if (around >= gap) return [sorted[0]![0], Math.min(end, sorted[0]![0] + 360)];
  return [start, last + 360];
}
