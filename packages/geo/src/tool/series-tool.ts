import { GromaError } from '@groma/model';
import { forEachPath } from './copy-row.ts';
import { loadGeos, type Geos } from './geos.ts';
import { requireRows } from './result-limit.ts';
import { extentOf } from './row-extent.ts';
import { madeFrom, ToolOutput } from './tool-output.ts';
import { collectBatches, textIn, type Tool, type ToolRun } from './tool-run.ts';
import type { AskedZones, DatedScene, SeriesService } from './tool-services.ts';
import type { ToolBatch } from './tool-table.ts';
import { zonesOf } from './zone-tool.ts';

/** Images that are asked at once: most of the time goes into waiting for those at addresses. */
const scenesAtOnce = 4;

interface Asked {
  zones: AskedZones;
  places: Float64Array;
  /** The ids of the features, zones before places; null for a place that is no feature. */
  fids: (number | null)[];
  box: [number, number, number, number];
}

/** What images of several dates hold at places and in polygons: a row for each date and feature. */
export const imageTimeSeries: Tool = async (run) => {
  const { series } = run.services;
  if (!series) throw new GromaError('TOOL_SERIES_EMPTY');
  const asked = await askedOf(run);
  const scenes = await series.scenes({ box: asked.box });
  if (scenes.length === 0) throw new GromaError('TOOL_SERIES_EMPTY');
  requireRows(scenes.length * asked.fids.length);
  const output = new ToolOutput([
    madeFrom({ name: 'date', type: 'date' }, 0),
    madeFrom({ name: 'value', type: 'number' }, 1),
    madeFrom({ name: 'count', type: 'number' }, 2),
    madeFrom({ name: 'scene', type: 'text' }, 3),
    madeFrom({ name: 'feature', type: 'integer' }, 4),
  ]);
  return { columns: output.columns, batches: measured(run, series, { asked, scenes, output }) };
};

async function* measured(
  { work }: ToolRun,
  series: SeriesService,
  { asked, scenes, output }: { asked: Asked; scenes: readonly DatedScene[]; output: ToolOutput },
): AsyncGenerator<ToolBatch> {
  const { zones, places, fids } = asked;
  const ask = (scene: number) => {
    const answer = series.measure({ scene, zones, places });
    // It is waited for later, and may fail before.
    answer.catch(() => undefined);
    return answer;
  };
  const waiting = scenes.slice(0, scenesAtOnce).map((_, scene) => ask(scene));
  let unread = 0;
  for (const [at, { date, name }] of scenes.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    const found = await waiting.shift()!.catch((error: unknown) => {
      unread++;
      if (!(error instanceof GromaError) || !isOfOne(error) || unread === scenes.length) throw error;
      work.warn('unread_image');
      return null;
    });
    if (at + scenesAtOnce < scenes.length) waiting.push(ask(at + scenesAtOnce));
    for (const [shape, fid] of fids.entries()) {
      const [value, count] = [found?.[shape * 2] ?? NaN, found?.[shape * 2 + 1] ?? NaN];
      if (!Number.isNaN(count)) output.addRow(null, null, [date, Number.isNaN(value) ? null : value, count, name, fid]);
    }
    work.tell((at + 1) / scenes.length);
    // oxlint-disable-next-line no-await-in-loop
    await work.breathe();
    yield* output.take();
  }
  yield* output.take(true);
}

/** Whether a failure is that of an image, and not of what was asked for. */
function isOfOne({ code }: GromaError): boolean {
  return code === 'FILE_UNREADABLE' || code === 'FILE_NOT_FOUND' || code === 'STAC_UNREACHABLE';
}

/** @throws GromaError TOOL_PLACE_WRONG */
async function askedOf(run: ToolRun): Promise<Asked> {
  const none = {
    degrees: new Float64Array(),
    rings: Int32Array.of(0),
    holes: new Uint8Array(),
    zones: Int32Array.of(0),
  };
  if (textIn(run.parameters, 'where') === 'place') {
    const [longitude, latitude] = placeIn(textIn(run.parameters, 'place'));
    return {
      zones: none,
      places: Float64Array.of(longitude, latitude),
      fids: [null],
      box: [longitude, latitude, longitude, latitude],
    };
  }
  const batches = await collectBatches(run.features, run.work);
  const [polygons, points] = [
    batches.filter(({ kind }) => kind === 'polygon'),
    batches.filter(({ kind }) => kind === 'point'),
  ];
  const geos: Geos | null = polygons.length > 0 ? await loadGeos() : null;
  const zones = joined(polygons.map((batch) => zonesOf(run, geos!, batch, 0, batch.rows)));
  const [places, fids]: [number[], number[]] = [[], polygons.flatMap((batch) => [...batch.fids])];
  for (const { geometry, rows, fids: own } of points)
    for (let row = 0; row < rows; row++)
      forEachPath(geometry, row, (first, end) => {
        for (let at = first; at < end; at++) {
          places.push(geometry.coordinates[at * geometry.size]!, geometry.coordinates[at * geometry.size + 1]!);
          fids.push(own[row]!);
        }
      });
  const all = concat(Float64Array, [zones?.degrees ?? none.degrees, Float64Array.from(places)]);
  return {
    zones: zones ?? none,
    places: Float64Array.from(places),
    fids,
    box: extentOf(all, 2, 0, all.length / 2),
  };
}

/** @throws GromaError TOOL_PLACE_WRONG */
function placeIn(text: string): [longitude: number, latitude: number] {
  const [, longitude, latitude] = /^\s*(-?\d+(?:\.\d+)?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  const [x, y] = [Number(longitude ?? NaN), Number(latitude ?? NaN)];
  if (!(Math.abs(x) <= 180 && Math.abs(y) <= 90)) throw new GromaError('TOOL_PLACE_WRONG');
  return [x, y];
}

/** Zones of several batches one after another; null for none. */
function joined(all: readonly AskedZones[]): AskedZones | null {
  const [first, ...rest] = all;
  return rest.reduce<AskedZones | null>((before, next) => before && behind(before, next), first ?? null);
}

function behind(one: AskedZones, other: AskedZones): AskedZones {
  const [corners, rings] = [one.degrees.length / 2, one.holes.length];
  return {
    degrees: concat(Float64Array, [one.degrees, other.degrees]),
    rings: concat(Int32Array, [one.rings, other.rings.subarray(1).map((at) => at + corners)]),
    holes: concat(Uint8Array, [one.holes, other.holes]),
    zones: concat(Int32Array, [one.zones, other.zones.subarray(1).map((at) => at + rings)]),
  };
}

function concat<Numbers extends Float64Array | Int32Array | Uint8Array>(
  type: new (length: number) => Numbers,
  [one, other]: readonly [Numbers, Numbers],
): Numbers {
  const all = new type(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
