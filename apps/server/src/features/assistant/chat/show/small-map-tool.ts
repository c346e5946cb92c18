import { GromaError, quoteIdentifier, subquery } from '@groma/model';
import { resource, type ShownMap } from '@groma/protocol';
import { z } from 'zod';
import { projectField, type PresentFirst } from '../../mcp/data-tools.ts';
import { mcpTool } from '../../mcp/mcp-tool.ts';
import type { ChatTool } from '../chat-tools.ts';
import { layerQuery, queryRows, sourceFields, type QueryPlace } from './query-rows.ts';

/** Features of a query that are drawn, and how long their geometries may be together. */
const mostFeatures = 1_000;
const mostCharacters = 300_000;
/** Details smaller than this part of the map are not seen on it; where it is too long, coarser ones are left out. */
const finest = 1 / 1_000;
const coarser = [1, 5, 25] as const;

type Bounds = ShownMap['bounds'];
type Geometry = Extract<ShownMap, { kind: 'features' }>['geometries'][number];

/** Shows a small map below its step: a layer, or the geometries that a query gives. */
export function smallMapTool(presentFirst: PresentFirst): ChatTool {
  return {
    ...mcpTool({
      name: 'draw_small_map',
      description:
        'Show the person a small map in the answer: a layer, or the geometries of a SELECT, which they can then add to ' +
        'a map. The map that they have open stays as it is.',
      isReading: true,
      input: z.object({
        project: projectField,
        ...sourceFields,
        column: z.string().min(1).max(255).default('geometry').describe('Column of geometries of the SELECT.'),
        title: z.string().max(200).default('').describe('At most eight words, in the language of the question.'),
      }),
      run: async ({ project: projectId, layer, sql, column, title }, { client, signal }): Promise<ShownMap> => {
        if ((layer === undefined) === (sql === undefined))
          throw new GromaError('BAD_INPUT', { detail: 'give either layer or sql.' });
        const place = { projectId, client, signal, presentFirst };
        return layer === undefined
          ? { title, ...(await readFeatures(sql!, column, place)) }
          : { title, ...(await readLayer(layer, place)) };
      },
    }),
    isFree: true,
    told: toldOfMap,
  };
}

function toldOfMap(answer: unknown): string {
  const map = answer as ShownMap;
  const where = `west, south, east, north: ${map.bounds.join(', ')}`;
  if (map.kind === 'layer') return `The person sees the layer on a small map; ${where}.`;
  const { geometries, features } = map;
  return `The person sees ${geometries.length} of ${features} features on a small map; ${where}.`;
}

async function readLayer(name: string, place: QueryPlace) {
  const { projectId, client, signal } = place;
  const { data } = await client.call(resource.readResource, { params: { projectId }, query: { name }, signal });
  const [, map = '', layer = ''] = /^layer:([^/]+)\/(.+)$/.exec(data.reference) ?? [];
  if (layer === '') throw new GromaError('BAD_INPUT', { detail: `“${name}” is no layer of a map.` });
  // What was drawn by hand has no extent that anybody keeps.
  const bounds = data.extent ?? (await readExtent(keptOf(await layerQuery(name, place), 'geometry'), place)).bounds;
  return { kind: 'layer' as const, map, layer, bounds: bounds as Bounds };
}

async function readFeatures(sql: string, column: string, place: QueryPlace) {
  const kept = keptOf(sql, column);
  const { features, bounds } = await readExtent(kept, place);
  const [west, south, east, north] = bounds;
  if (west < -180 || east > 180 || south < -90 || north > 90)
    throw new GromaError('BAD_INPUT', { detail: 'the geometries are not in degrees, longitude first.' });
  const detail = Math.max(east - west, north - south) * finest;
  for (const factor of coarser) {
    const shape = `ST_SimplifyPreserveTopology(g, ${detail * factor})`;
    const rows = await queryRows<{ g: Geometry }>(
      `SELECT CAST(ST_AsGeoJSON(${shape}) AS JSON) AS g ${kept} LIMIT ${mostFeatures}`,
      place,
    );
    // Collections of several kinds have no coordinates of their own.
    const geometries = rows.flatMap(({ g: { type, coordinates } }) =>
      Array.isArray(coordinates) ? [{ type, coordinates: rounded(coordinates) as unknown[] }] : [],
    );
    if (JSON.stringify(geometries).length <= mostCharacters)
      return { kind: 'features' as const, sql, column, geometries, features, bounds };
  }
  throw new GromaError('BAD_INPUT', {
    detail: 'the geometries are too detailed to be drawn: simplify or aggregate them.',
  });
}

/** The geometries of a query that are any, as `g`, from FROM on. */
function keptOf(sql: string, column: string): string {
  const given = `SELECT ${quoteIdentifier(column)} AS g FROM ${subquery(sql)} AS given`;
  return `FROM (${given}) WHERE g IS NOT NULL AND NOT ST_IsEmpty(g)`;
}

/** @throws GromaError BAD_INPUT where there are none */
async function readExtent(kept: string, place: QueryPlace): Promise<{ features: number; bounds: Bounds }> {
  const [about] = await queryRows<{ n: number; w: number; s: number; e: number; t: number }>(
    `SELECT count(*) AS n, min(ST_XMin(g)) AS w, min(ST_YMin(g)) AS s, max(ST_XMax(g)) AS e, max(ST_YMax(g)) AS t ${kept}`,
    place,
  );
  if (!about || about.n === 0) throw new GromaError('BAD_INPUT', { detail: 'there are no geometries.' });
  return { features: about.n, bounds: [about.w, about.s, about.e, about.t] };
}

/** Metres are seen on no small map of more than a street. */
function rounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rounded);
  return typeof value === 'number' ? Number(value.toFixed(6)) : value;
}
