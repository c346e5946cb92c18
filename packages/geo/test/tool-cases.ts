import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findTool, parameterSchema, type ToolId, type ToolParameters } from '@groma/model';
import type { LayerFeature, Polygon, Properties, SimpleGeometry } from '../src/geometry.ts';
import type { Column } from '../src/snapshot/manifest.ts';
import { runTool } from '../src/tool/run-tool.ts';
import { seededRandom } from '../src/tool/sphere.ts';
import { packFeatures, toolFeatures } from '../src/tool/tool-table.ts';

const python = join(
  process.env['GROMA_PYTHON_ENV'] ?? join(import.meta.dirname, '../../../.cache/python'),
  'bin/python',
);
export const hasPython = existsSync(python);

/** What shapely and pyproj answer to cases. */
export function truth<Answers extends unknown[]>(...cases: object[]): Answers {
  const input = JSON.stringify(cases);
  const script = join(import.meta.dirname, 'tool-truth.py');
  return JSON.parse(execFileSync(python, [script], { input, encoding: 'utf8', maxBuffer: 2 ** 28 })) as Answers;
}

export function layerOf(
  geometries: readonly (SimpleGeometry | null)[],
  properties: readonly Properties[] = [],
): LayerFeature[] {
  return geometries.map((geometry, at) => ({ fid: at + 1, geometry, properties: properties[at] ?? {} }));
}

type Run = { features: LayerFeature[]; warnings: [number, string][]; columns: readonly Column[] };

/** Runs a tool over features with the defaults of its fields where nothing else is said. */
export async function runOn(
  id: ToolId,
  features: readonly LayerFeature[],
  parameters: Record<string, unknown> = {},
  other: readonly LayerFeature[] = [],
): Promise<Run> {
  const warnings: Run['warnings'] = [];
  const context = {
    progress: () => undefined,
    isCanceled: () => false,
    warn: (count: number, reason: string) => warnings.push([count, reason]),
  };
  const inputs = { features: tableOf(features), other: tableOf(other) };
  const values: ToolParameters = parameterSchema(findTool(id)!).parse(parameters);
  const result = await runTool(id, inputs, values, context);
  const found: LayerFeature[] = [];
  for await (const feature of toolFeatures(result)) found.push(feature);
  return { features: found, warnings, columns: result.columns };
}

function tableOf(features: readonly LayerFeature[]) {
  const names = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))];
  const columns = names.map((name): Column => {
    const sample = features.find(({ properties }) => properties[name] != null)?.properties[name];
    return { name, type: typeof sample === 'number' ? 'number' : typeof sample === 'boolean' ? 'boolean' : 'text' };
  });
  return packFeatures(columns, () => features);
}

/** A star of a size in degrees around a place; with a hole in its middle where wanted. */
export function star(x: number, y: number, size: number, random: () => number, hasHole = false): Polygon {
  const corners = 5 + Math.floor(random() * 15);
  const ring = Array.from({ length: corners }, (_, at) => {
    const [turn, far] = [(2 * Math.PI * at) / corners, size * (0.4 + 0.6 * random())];
    return [x + far * Math.cos(turn), y + far * Math.sin(turn)];
  });
  const hole = [0, 1, 2, 3].map((at) => {
    const turn = -Math.PI / 4 - (at * Math.PI) / 2;
    return [x + size * 0.2 * Math.cos(turn), y + size * 0.2 * Math.sin(turn)];
  });
  const rings = hasHole ? [ring, hole] : [ring];
  return { type: 'Polygon', coordinates: rings.map((each) => [...each, [...each[0]!]]) };
}

/** Seeded stars all over a part of the Earth. */
export function stars(
  count: number,
  seed: number,
  [west, south, east, north]: readonly number[],
  size: number,
): Polygon[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, at) =>
    star(west! + random() * (east! - west!), south! + random() * (north! - south!), size, random, at % 3 === 0),
  );
}
