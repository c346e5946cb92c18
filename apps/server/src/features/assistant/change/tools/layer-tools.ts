import { isDeepStrictEqual } from 'node:util';
import { GromaError, type VectorStyle } from '@groma/model';
import { fidProperty, propertyValue, vectorStyleChange, wireGeometry, type WireGeometry } from '@groma/protocol';
import { z } from 'zod';
import { mcpTool, type McpTool } from '../../mcp/mcp-tool.ts';
import { toChanged, type ChangedFeature } from '../feature-change.ts';
import { readLook, type LookChange } from '../style-change.ts';
import { propose, type ChangeTurn } from './change-course.ts';
import { findLayer, layerField, readLayerFeatures } from './find-layer.ts';

const mostFeatures = 1_000;
const fid = z.int().min(1).max(2_147_483_647);
const value = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .refine((given) => propertyValue.safeParse(given).success, 'This value cannot be stored.');
const properties = z.record(z.string().min(1).max(255), value);
const geometry = z
  .object({
    type: z.enum(['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon']),
    coordinates: z.array(z.unknown()),
  })
  .refine((given) => wireGeometry.safeParse(given).success, 'This is not a geometry with closed rings in degrees.')
  .transform((given) => given as WireGeometry)
  .nullable()
  .describe('GeoJSON geometry in degrees, longitude first.');

/** Tools that change the features of vector layers and how they look. */
export function layerTools(turn: ChangeTurn): McpTool[] {
  return [
    mcpTool({
      name: 'edit_features',
      description:
        'Change attributes and geometries of features of a vector layer, add features and delete them. Features are ' +
        'named by their id, the column groma_fid in SQL.',
      isReading: false,
      input: z.object({
        layer: layerField,
        update: z
          .array(z.object({ id: fid, properties: properties.default({}), geometry: geometry.optional() }))
          .max(mostFeatures)
          .default([]),
        add: z
          .array(z.object({ geometry, properties: properties.default({}) }))
          .max(mostFeatures)
          .default([]),
        delete: z.array(fid).max(mostFeatures).default([]),
      }),
      run: async ({ layer, update, add, delete: gone }, call) => {
        const { mapId, layerId, columns, title } = await findLayer(turn, layer, call);
        const named = [...update.map(({ id }) => id), ...gone];
        if (new Set(named).size < named.length)
          throw new GromaError('BAD_INPUT', { detail: 'a feature is named twice.' });
        if (named.length + add.length === 0) throw new GromaError('BAD_INPUT', { detail: 'no feature is named.' });
        requireColumns([...update, ...add], columns);
        const found = named.length === 0 ? [] : await readLayerFeatures(turn, { mapId, layerId }, named, call);
        const before = new Map(found.map((each) => [each.fid, toChanged(each)]));
        const missing = named.filter((id) => !before.has(id));
        if (missing.length > 0)
          throw new GromaError('BAD_INPUT', {
            detail: `the layer has no features ${missing.slice(0, 20).join(', ')}.`,
          });
        const after: ChangedFeature[] = [
          ...update.map((wanted): ChangedFeature => {
            const was = before.get(wanted.id)!;
            return {
              ...was,
              ...(wanted.geometry !== undefined && { geometry: wanted.geometry }),
              properties: { ...was.properties, ...wanted.properties, [fidProperty]: wanted.id },
            };
          }),
          ...add.map((each): ChangedFeature => ({ type: 'Feature', ...each })),
        ];
        const target = { map: mapId, layer: layerId };
        return propose(turn, {
          changes: [{ kind: 'features', title, target, before: [...before.values()], after }],
        });
      },
    }),
    mcpTool({
      name: 'style_layer',
      description:
        'Change how a vector layer looks: colours as [red, green, blue, opacity] from 0 to 255, line width, point ' +
        'radius and icon, symbology by a column, labels, zooms at which it is drawn, and whether it is shown.',
      isReading: false,
      input: z.object({
        layer: layerField,
        style: vectorStyleChange.default({}),
        visible: z.boolean().optional(),
      }),
      run: async ({ layer, style, visible }, call) => {
        const { mapId, layerId, title } = await findLayer(turn, layer, call);
        const wanted: LookChange = { ...(style as Partial<VectorStyle>), ...(visible !== undefined && { visible }) };
        const now = await readLook(turn.platform, layerId);
        const given = Object.keys(wanted) as (keyof LookChange)[];
        if (given.length === 0) throw new GromaError('BAD_INPUT', { detail: 'say what is to look how.' });
        const names = given.filter((name) => !isDeepStrictEqual(now[name], wanted[name]));
        if (names.length === 0) return { state: 'The layer looks so already.' };
        const before = Object.fromEntries(names.map((name) => [name, now[name]]));
        const after = Object.fromEntries(names.map((name) => [name, wanted[name]]));
        const target = { map: mapId, layer: layerId };
        return propose(turn, { changes: [{ kind: 'style', title, target, before, after }] });
      },
    }),
  ];
}

function requireColumns(features: readonly { properties: object }[], columns: readonly { name: string }[]): void {
  const known = new Set(columns.map(({ name }) => name));
  const unknown = features.flatMap((each) => Object.keys(each.properties)).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new GromaError('BAD_INPUT', {
      detail: `the layer has no column “${unknown}”. Its columns are ${[...known].join(', ')}.`,
    });
}
