import { isDeepStrictEqual } from 'node:util';
import { GromaError, type VectorStyle } from '@groma/model';
import { fidProperty, propertyValue, vectorStyleChange, wireGeometry, type WireGeometry } from '@groma/protocol';
import { z } from 'zod';
import { mcpTool, type McpTool } from '../../mcp/mcp-tool.ts';
import type { ChangeRow } from '../change-row.ts';
import { toChanged, type ChangedFeature } from '../feature-change.ts';
import { propose, type ChangeTurn } from './change-course.ts';
import { filterTool } from './filter-tool.ts';
import { findLayer, layerField, readLayerFeatures } from './find-layer.ts';
import { asOne, openOfLayer } from './open-of-layer.ts';
import { proposeLook } from './propose-look.ts';

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
        const open = (await openOfLayer(turn, 'features', layerId)).filter(({ before }) =>
          (before as ChangedFeature[]).some(({ properties: own }) => named.includes(own[fidProperty] as number)),
        );
        const draft = draftOf(open);
        const unread = named.filter((id) => !draft.before.has(id));
        const found = unread.length === 0 ? [] : await readLayerFeatures(turn, { mapId, layerId }, unread, call);
        for (const each of found) {
          draft.before.set(each.fid, toChanged(each));
          draft.after.set(each.fid, toChanged(each));
        }
        const missing = named.filter((id) => !draft.after.has(id));
        if (missing.length > 0)
          throw new GromaError('BAD_INPUT', {
            detail: `the layer has no features ${missing.slice(0, 20).join(', ')}.`,
          });
        for (const wanted of update) {
          const was = draft.after.get(wanted.id)!;
          draft.after.set(wanted.id, {
            ...was,
            ...(wanted.geometry !== undefined && { geometry: wanted.geometry }),
            properties: { ...was.properties, ...wanted.properties, [fidProperty]: wanted.id },
          });
        }
        for (const id of gone) draft.after.delete(id);
        draft.added.push(...add.map((each): ChangedFeature => ({ type: 'Feature', ...each })));
        const { before, after } = changedOf(draft);
        if (open.length > 0) return propose(turn, { changes: [], revised: asOne(open, before, after, []) });
        if (before.length + after.length === 0) return { state: 'The features are so already.' };
        const target = { map: mapId, layer: layerId };
        return propose(turn, { changes: [{ kind: 'features', title, target, before, after }] });
      },
    }),
    mcpTool({
      name: 'style_layer',
      description:
        'Change how a vector layer looks: colours as [red, green, blue, opacity] from 0 to 255, line width, point ' +
        'radius and icon, point sizes by a column (pointSize, with the column’s largest number as mostValue) or clusters, ' +
        'a heat map or hexagons of points (pointDrawing), ' +
        'symbology by a column, labels, zooms at which it is drawn, and whether it is shown.',
      isReading: false,
      input: z.object({
        layer: layerField,
        style: vectorStyleChange.default({}),
        visible: z.boolean().optional(),
      }),
      run: async ({ layer, style, visible }, call) =>
        proposeLook(turn, await findLayer(turn, layer, call), {
          ...(style as Partial<VectorStyle>),
          ...(visible !== undefined && { visible }),
        }),
    }),
    filterTool(turn),
  ];
}

/** Features as they were and as they are to be, by their ids; what is added has none yet. */
interface FeatureDraft {
  before: Map<number, ChangedFeature>;
  after: Map<number, ChangedFeature>;
  added: ChangedFeature[];
}

function draftOf(open: readonly ChangeRow[]): FeatureDraft {
  const before = open.flatMap((row) => row.before as ChangedFeature[]);
  const after = open.flatMap((row) => row.after as ChangedFeature[]);
  const idOf = ({ properties: own }: ChangedFeature) => own[fidProperty] as number | undefined;
  const byId = (features: ChangedFeature[]) =>
    new Map(features.flatMap((each) => (idOf(each) === undefined ? [] : [[idOf(each)!, each] as const])));
  return { before: byId(before), after: byId(after), added: after.filter((each) => idOf(each) === undefined) };
}

function changedOf({ before, after, added }: FeatureDraft): { before: ChangedFeature[]; after: ChangedFeature[] } {
  const changed = [...before].filter(([id, was]) => !isDeepStrictEqual(was, after.get(id))).map(([id]) => id);
  return {
    before: changed.map((id) => before.get(id)!),
    after: [...changed.flatMap((id) => after.get(id) ?? []), ...added],
  };
}

function requireColumns(features: readonly { properties: object }[], columns: readonly { name: string }[]): void {
  const known = new Set(columns.map(({ name }) => name));
  const unknown = features.flatMap((each) => Object.keys(each.properties)).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new GromaError('BAD_INPUT', {
      detail: `the layer has no column “${unknown}”. Its columns are ${[...known].join(', ')}.`,
    });
}
