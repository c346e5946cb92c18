import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorCatalogue } from '../error/catalogue.ts';
import { checkInputs, type KindCounts } from './check-inputs.ts';
import { lengthUnits } from './length-units.ts';
import { countingParameters, fieldCounts, parameterSchema } from './parameter-schema.ts';
import { toolTexts } from './tool-texts.ts';
import { findTool, TOOLS } from './tools.ts';

const of = (counts: Partial<KindCounts>): KindCounts => ({ point: 0, line: 0, polygon: 0, none: 0, ...counts });
const defaults = (id: string) => parameterSchema(findTool(id)!).parse({});
const idsOf = (category: string) => TOOLS.filter((tool) => tool.category === category).map(({ id }) => id);

function messageOf(
  id: string,
  features: KindCounts | null,
  more: { other?: KindCounts | null; set?: Record<string, string> } = {},
): string | null {
  const counts = { features, ...('other' in more && { other: more.other ?? null }) };
  const problem = checkInputs(findTool(id)!, counts, { ...defaults(id), ...more.set });
  if (!problem) return null;
  return errorCatalogue[problem.code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(problem.details[name]));
}

describe('tools', () => {
  it('[GEO-007, GEO-008, GEO-009, GEO-010, GEO-011, GEO-012] stand in the categories of the specification', () => {
    expect(idsOf('measurement')).toEqual(['centroid', 'center_of_mass', 'bounding_box', 'isochrone']);
    expect(idsOf('transformation')).toEqual([
      'buffer',
      'circle',
      'convex_hull',
      'concave_hull',
      'smooth_polygons',
      'simplify',
      'rotate',
      'scale',
    ]);
    expect(idsOf('conversion')).toEqual(['polygon_to_lines', 'to_points', 'line_to_polygon']);
    expect(idsOf('coordinates')).toEqual([
      'clean_duplicate_coordinates',
      'flip_coordinates',
      'rewind_coordinates',
      'round_up_coordinates',
    ]);
    expect(idsOf('polygons')).toEqual([
      'combine_polygons',
      'intersect_polygons',
      'subtract_polygons',
      'clip_polygons',
      'dissolve_by_attribute',
    ]);
    expect(idsOf('points')).toEqual(['k_means_clusters', 'dbscan_clusters', 'voronoi', 'tin']);
    const texts = toolTexts();
    expect(
      ['measurement', 'transformation', 'conversion', 'coordinates', 'polygons', 'points'].map((name) =>
        texts.get(`category.${name}`),
      ),
    ).toEqual([
      'Measurement & Analysis',
      'Transformation',
      'Feature Conversion',
      'Coordinate Operations',
      'Polygon Processing',
      'Points Processing',
    ]);
  });

  it('[GEO-001, GEO-002, GEO-003, GEO-004] say everything that forms, calls and the assistant need', () => {
    const texts = toolTexts();
    expect(new Set(TOOLS.map(({ id }) => id)).size).toBe(TOOLS.length);
    for (const tool of TOOLS) {
      expect([tool.name, tool.shortName, tool.help].every((text) => text.length > 2)).toBe(true);
      expect(tool.assistant.replace).toEqual({ type: 'boolean', default: false });
      for (const { kinds, count } of tool.inputs) {
        expect(kinds === 'any' || kinds.length > 0).toBe(true);
        expect(count === 'any' || count === 'multiple' || count > 0).toBe(true);
      }
      for (const field of tool.fields) {
        expect(texts.get(`field.${field.name}`), field.name).toBeTruthy();
        const options = field.type === 'select' ? field.options : [];
        expect(options.filter((option) => !texts.has(`option.${option}`))).toEqual([]);
        const inputs: string[] = tool.inputs.map(({ name }) => name);
        expect(field.type !== 'layer' || inputs.includes(field.input)).toBe(true);
      }
      const values = parameterSchema(tool).parse({});
      expect(Object.keys(values)).toEqual(tool.fields.map(({ name }) => name));
      expect(parameterSchema(tool).safeParse({ unheard: 1 }).success).toBe(false);
    }
  });

  it('[GEO-042, GEO-043, GEO-044, GEO-045, GEO-046, GEO-047, GEO-048, GEO-049, GEO-050, GEO-051] have the defaults of the specification', () => {
    expect(defaults('buffer')).toMatchObject({ radius: 10, unit: 'kilometers', iterate: true });
    expect(defaults('circle')).toMatchObject({ radius: 10, unit: 'kilometers', iterate: true });
    const unit = findTool('buffer')!.fields.find(({ name }) => name === 'unit')!;
    expect(unit).toMatchObject({ options: ['kilometers', 'miles', 'degrees', 'radians', 'inches', 'yards', 'meters'] });
    expect(Object.keys(lengthUnits)).toEqual([
      'kilometers',
      'miles',
      'degrees',
      'radians',
      'inches',
      'yards',
      'meters',
    ]);
    expect(defaults('isochrone')).toEqual({ minutes: 10, mode: 'driving', extract: null });
    expect(defaults('smooth_polygons')).toMatchObject({ iterations: 3 });
    expect(defaults('simplify')).toMatchObject({ tolerance: 0.01 });
    expect(defaults('rotate')).toMatchObject({ angle: 90 });
    expect(defaults('scale')).toMatchObject({ factor: 2 });
    expect(defaults('round_up_coordinates')).toMatchObject({ precision: 6 });
    expect(defaults('k_means_clusters')).toMatchObject({ clusters: 5 });
    expect(defaults('dbscan_clusters')).toMatchObject({ max_distance: 1, min_points: 3 });
  });

  it('[GEO-041] take each feature by itself by default where that can be chosen', () => {
    const iterating = TOOLS.filter(({ fields }) => fields.some(({ name }) => name === 'iterate')).map(({ id }) => id);
    expect(iterating).toEqual([
      'centroid',
      'center_of_mass',
      'bounding_box',
      'buffer',
      'circle',
      'convex_hull',
      'concave_hull',
      'rotate',
      'scale',
      'line_to_polygon',
    ]);
    for (const id of iterating) expect(defaults(id)).toMatchObject({ iterate: true });
  });

  it('[GEO-052, GEO-053, GEO-054, GEO-055] are refused inputs of the wrong number or kind', () => {
    expect(messageOf('buffer', of({}))).toBe('Select at least 1 feature');
    expect(messageOf('buffer', of({ none: 3 }))).toBe('Select at least 1 feature');
    expect(messageOf('buffer', of({ point: 1, line: 2 }))).toBeNull();
    const multiple = {
      ...findTool('buffer')!,
      inputs: [{ name: 'features', kinds: 'any', count: 'multiple' }],
    } as const;
    expect(checkInputs(multiple, { features: of({ line: 1 }) }, {})).toEqual({
      code: 'TOOL_NEEDS_MORE',
      details: { least: 2 },
    });
    const three = { ...multiple, inputs: [{ name: 'features', kinds: 'any', count: 3 }] } as const;
    expect(checkInputs(three, { features: of({ line: 2 }) }, {})).toEqual({
      code: 'TOOL_NEEDS_EXACTLY',
      details: { count: 3 },
    });
    expect(checkInputs(three, { features: of({ line: 2, point: 1 }) }, {})).toBeNull();
    expect(messageOf('smooth_polygons', of({ polygon: 3, line: 1 }))).toBe('Requires polygon features');
    expect(messageOf('line_to_polygon', of({ polygon: 3 }))).toBe('Requires line features');
  });

  it('[GEO-057, GEO-058, GEO-059] need exactly two polygons to join, intersect and subtract', () => {
    for (const counts of [
      of({}),
      of({ polygon: 1 }),
      of({ polygon: 3 }),
      of({ polygon: 2, point: 1 }),
      of({ line: 2 }),
    ]) {
      expect(messageOf('intersect_polygons', counts)).toBe('Select exactly 2 features for intersection');
      expect(messageOf('subtract_polygons', counts)).toBe('Select exactly 2 features for difference');
      expect(messageOf('combine_polygons', counts)).toBe('Select exactly 2 features for union');
    }
    for (const id of ['intersect_polygons', 'subtract_polygons', 'combine_polygons'])
      expect(messageOf(id, of({ polygon: 2 }))).toBeNull();
  });

  it('[GEO-060, GEO-061, GEO-062] need enough points, and nothing but points', () => {
    for (const id of ['k_means_clusters', 'dbscan_clusters', 'voronoi', 'tin'])
      expect(messageOf(id, of({ point: 9, line: 1 }))).toBe('Requires point features');
    expect(messageOf('k_means_clusters', of({ point: 1 }))).toBe('Select at least 2 features');
    expect(messageOf('dbscan_clusters', of({ point: 2 }))).toBeNull();
    expect(messageOf('voronoi', of({ point: 2 }))).toBe('Select at least 3 features');
    expect(messageOf('tin', of({ point: 3 }))).toBeNull();
  });

  it('[GEO-093, GEO-094] need points, and do without another layer unless one is named', () => {
    for (const id of ['isochrone', 'service_area', 'shortest_path', 'travel_time_matrix'])
      expect(messageOf(id, of({ point: 2, polygon: 1 }))).toBe('Requires point features');
    for (const id of ['shortest_path', 'travel_time_matrix']) {
      expect(messageOf(id, of({ point: 2 }))).toBeNull();
      const set = { other_layer: 'layer:World/shops' };
      expect(messageOf(id, of({ point: 2 }), { set, other: of({ line: 1 }) })).toBe(
        'The other layer has no features that this tool can use',
      );
      expect(messageOf(id, of({ point: 2 }), { set, other: of({ point: 1 }) })).toBeNull();
    }
  });

  it('[GEO-063, GEO-064, GEO-065] say what a clip and a dissolve lack', () => {
    const some = of({ polygon: 4 });
    expect(messageOf('clip_polygons', some)).toBe('Clip operation requires a clipping layer ID');
    const set = { clip_layer: 'layer:World/areas' };
    expect(messageOf('clip_polygons', some, { set })).toBe('Invalid clip layer');
    expect(messageOf('clip_polygons', some, { set, other: of({}) })).toBe('Invalid clip layer');
    expect(messageOf('clip_polygons', some, { set, other: of({ polygon: 1 }) })).toBeNull();
    expect(messageOf('dissolve_by_attribute', some)).toBe('Dissolve operation requires an attribute key');
    expect(messageOf('dissolve_by_attribute', some, { set: { attribute: 'zone' } })).toBeNull();
  });

  it('[RAS-058] have fields that count only while another has certain values', () => {
    const index = findTool('spectral_index')!;
    const counting = (name: string) =>
      index.fields.filter((field) => fieldCounts(field, { ...defaults('spectral_index'), index: name })).length;
    expect([counting('NDVI'), counting('BSI')]).toEqual([5, 7]);
    const given = parameterSchema(index).parse({ index: 'NBR', red: 'b3', swir2: 'b7' });
    expect(countingParameters(index, given)).toMatchObject({ index: 'NBR', red: '', swir2: 'b7' });
    const { properties } = z.toJSONSchema(parameterSchema(index), { io: 'input' });
    expect(JSON.stringify(properties!['swir2'])).toContain('(where index is NBR)');
  });
});
