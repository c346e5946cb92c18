import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBatchesSync, rowGeometry, temporalOrder, type Column, type SnapshotPart } from '@groma/geo';
import {
  map,
  mapExport,
  type ExportFormat,
  type ExportReply,
  type VectorLayerData,
  type VectorUpdateInput,
} from '@groma/protocol';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { foldLayer } from '../index.ts';

let server: TestServer;
let own: TestMap;
let layerId: string;
let call: (format: ExportFormat, crs?: string, id?: string) => Promise<ExportReply>;
let geometryOf: (id: string, of?: TestMap) => Promise<Shape>;

/** Columns with the values of their rows, as JSON has them: ordinary ones, the ends of the range, and none. */
const columns: Record<string, { type: Column['type']; values: (string | number | null)[] }> = {
  day: { type: 'date', values: ['2024-02-29', '1850-12-31', '0044-03-15', null] },
  ides: { type: 'date', values: ['-000043-03-15', '+012024-01-01', '2000-02-29', null] },
  clock: { type: 'time', values: ['14:30:00.25', '00:00:00', '23:59:59.999999', null] },
  local: { type: 'datetime', values: ['2024-02-29T14:30:00.123', '1969-12-31T23:59:59', '1600-01-01T00:00:00', null] },
  zoned: {
    type: 'datetimetz',
    values: ['2024-02-29T14:30:00+05:30', '1969-12-31T23:59:59-08:00', '2016-12-31T23:59:59.999Z', null],
  },
  fine: {
    type: 'datetimetz',
    values: ['2024-02-29T14:30:00.123456Z', '1969-12-31T23:59:59.999999Z', '2024-02-29T14:30:00.123456789Z', null],
  },
  long: { type: 'int64', values: ['9223372036854775807', '-9223372036854775808', 5, null] },
  whole: { type: 'integer', values: [9007199254740991, -9007199254740991, 0, null] },
  double: { type: 'number', values: [0.30000000000000004, 1.7976931348623157e308, 5e-324, null] },
  odd: { type: 'number', values: ['NaN', 'Infinity', '-Infinity', null] },
};
const rows = [0, 1, 2, 3];
const [free, degreesOnly]: [ExportFormat[], ExportFormat[]] = [
  ['geojson', 'csv', 'geoparquet', 'geopackage'],
  ['flatgeobuf', 'kml', 'shapefile'],
];

beforeAll(async () => {
  server = await startTestServer();
  const ann = await server.signUp();
  own = await TestMap.make(ann);
  const features = rows.map((row) => ({
    type: 'Feature',
    properties: { row },
    geometry: { type: 'Point', coordinates: [10 + row, 50] },
  }));
  await own.upload('all.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  layerId = (await own.import('/data/all.geojson')).Layer[0]!.id;
  const fids = [...(await own.features(layerId)).keys()].sort((one, other) => one - other);
  for (const [name, { type, values }] of Object.entries(columns)) {
    const update: VectorUpdateInput = {
      type: 'Add_Column',
      column: { name, type },
      values: values.map((value, row) => [fids[row]!, value]),
    };
    await own.post({ type: 'Update_Vector_Layer_Data', vector_update: { [layerId]: update } });
  }
  call = async (format, crs, id = layerId) =>
    (
      await ann.client.call(mapExport.exportLayer, {
        params: { layerId: id },
        query: own.query,
        body: { format, path: `out/${id}-${format}-${crs?.slice(5) ?? ''}`, ...(crs && { crs }) },
      })
    ).data;
  geometryOf = async (id, of = own) => {
    const {
      data: { data },
    } = await ann.client.call(map.readLayer, { params: { layerId: id }, query: of.query });
    const { manifest } = data as VectorLayerData;
    const [part] = manifest.parts as SnapshotPart[];
    const reply = await ann.client.open(map.readSnapshotPart, {
      params: { layerId: id },
      query: { ...of.query, part: part!.file },
    });
    const [batch] = readBatchesSync(part!, new Uint8Array(await reply.arrayBuffer()));
    return rowGeometry(batch!.geometry, 0)!;
  };
});
afterAll(() => server.close());

/** Whether a format gave back a value: as it was where it says nothing, else as the loss that it names allows. */
function isBack(kinds: readonly string[], before: unknown, after: unknown): boolean {
  if (before === null) return after === null;
  if (after === null) return kinds.includes('emptied') && (typeof before !== 'number' || Math.abs(before) >= 1e21);
  if (kinds.includes('as-text')) return String(after) === String(before);
  if (kinds.includes('rounded'))
    return Math.abs(Number(after) - Number(before)) <= Math.abs(Number(before)) * 1e-14 + 1e-15;
  if (!kinds.some((kind) => ['fraction', 'offset', 'zone-assumed'].includes(kind))) return after === before;
  return (
    Math.abs(temporalOrder(String(after)) - temporalOrder(String(before))) < (kinds.includes('fraction') ? 1 : 1e-3)
  );
}

describe('columns of dates, times, 64-bit integers and doubles', () => {
  test('[VEC-063, VEC-064] are what was written, in the stream of a map too', async () => {
    const features = [...(await own.features(layerId)).values()];
    for (const [name, { values }] of Object.entries(columns))
      expect(features.map(({ properties }) => properties[name]).sort(), name).toEqual([...values].sort());
  });

  // What a format does with values does not depend on the system: one text and one binary format show both.
  const projected: ExportFormat[] = ['csv', 'geopackage'];
  const cases = [
    ...[...free, ...degreesOnly].map((format) => [format, 'EPSG:4326']),
    ...projected.map((format) => [format, 'EPSG:3857']),
  ] as [ExportFormat, string][];
  test.each(cases)(
    '[VEC-063, VEC-064, VEC-066] come back from %s in %s as they were, or the reply says what was lost',
    async (format, crs) => {
      const reply = await call(format, crs);
      const shown = (name: string): string => reply.renamed.find(({ from }) => from === name)?.to ?? name;
      const {
        Layer: [back],
      } = await own.import(`/${reply.relative_path}`, crs !== 'EPSG:4326' && format === 'csv' ? { crs } : {});
      const features = [...(await own.features(back!.id)).values()].sort(
        (one, other) => Number(one.properties['row']) - Number(other.properties['row']),
      );
      const types = new Map(back!.data!.manifest.columns.map((column) => [column.name, column.type]));
      const wrong: unknown[] = [];
      for (const [name, { type, values }] of Object.entries(columns)) {
        const kinds = reply.losses.filter((loss) => loss.columns.includes(name)).map(({ kind }) => kind);
        values.forEach((value, row) => {
          const after = features[row]!.properties[shown(name)] ?? null;
          if (!isBack(kinds, value, after)) wrong.push({ name, kinds, value, after });
        });
        if (kinds.length === 0 && types.get(shown(name)) !== type)
          wrong.push({ name, type, after: types.get(shown(name)) });
      }
      expect(wrong).toEqual([]);
    },
  );
});

interface Shape {
  type: string;
  coordinates: unknown[];
}

/** A shape after the losses that an export named. KML always writes heights, 0 where there are none. */
function asLost({ type, coordinates }: Shape, kinds: readonly string[], format: ExportFormat): Shape {
  const isJoined = kinds.includes('one-part');
  const positions = (list: unknown): unknown => {
    const each = list as unknown[];
    if (Array.isArray(each[0])) return each.map(positions);
    const kept = kinds.includes('measures') ? each.slice(0, 3).filter((value) => value !== null) : each;
    return format === 'kml' && kept.length === 2 ? [...kept, 0] : kept;
  };
  return {
    type: isJoined ? type.slice('Multi'.length) : type,
    coordinates: positions(isJoined ? coordinates[0] : coordinates) as unknown[],
  };
}

function sorted({ type, coordinates }: Shape): unknown {
  return type.endsWith('Polygon')
    ? [
        type,
        JSON.stringify(coordinates)
          .split(/[[\]]+/)
          .sort(),
      ]
    : [type, coordinates];
}

describe('geometries with M values, heights or one part', () => {
  const shapes = {
    'LINESTRING M (1 2 10, 3 4 20)': {
      type: 'LineString',
      coordinates: [
        [1, 2, null, 10],
        [3, 4, null, 20],
      ],
    },
    'LINESTRING ZM (1 2 5 10, 3 4 6 20)': {
      type: 'LineString',
      coordinates: [
        [1, 2, 5, 10],
        [3, 4, 6, 20],
      ],
    },
    'MULTIPOINT ((1 2))': { type: 'MultiPoint', coordinates: [[1, 2]] },
    'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))': {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      ],
    },
  };

  test.each(Object.entries(shapes))(
    '[VEC-065, VEC-066] of %s come back from every format as they were, or the reply says what was lost',
    async (wkt, shape) => {
      const wrong: unknown[] = [];
      await own.upload('shape.csv', `wkt;name\n${wkt};a\n`);
      const {
        Layer: [layer],
      } = await own.import('/data/shape.csv');
      for (const format of [...free, ...degreesOnly]) {
        const reply = await call(format, undefined, layer!.id);
        const {
          Layer: [back],
        } = await own.import(`/${reply.relative_path}`);
        const kinds: string[] = reply.losses.map(({ kind }) => kind);
        const expected = asLost(shape, kinds, format);
        const found = await geometryOf(back!.id);
        // The order of the positions of a ring is the format's own.
        if (JSON.stringify(sorted(found)) !== JSON.stringify(sorted(expected))) wrong.push({ format, kinds, found });
      }
      expect(wrong).toEqual([]);
    },
  );

  test('[MAP-129] M values go through an edit, an edit of the table, an undone deletion, a fold of the edits, a copy of the map and an export', async () => {
    await own.upload('course.csv', 'wkt;name\nLINESTRING M (1 2 10, 3 4 20);a\n');
    const {
      Layer: [layer],
    } = await own.import('/data/course.csv');
    const moved = {
      type: 'LineString' as const,
      coordinates: [
        [1, 2, null as never, 10],
        [2, 2.5, null as never, 15],
        [5, 6, null as never, 20],
      ],
    };
    await own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: {
        [layer!.id]: { type: 'Add', features: [{ fid: 1, geometry: moved, properties: { name: 'b' } }] },
      },
    });
    await own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: { [layer!.id]: { type: 'Edit_Property', edits: [{ fid: 1, column: 'name', value: 'c' }] } },
    });
    const {
      layers: { [layer!.id]: gone },
    } = await own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: { [layer!.id]: { type: 'Delete', fids: [1] } },
    });
    await own.post({ type: 'Undo_Vector_Layer_Data', layer_id: layer!.id, seqs: [gone!.seq] });
    expect([...(await own.features(layer!.id)).values()].map(({ properties }) => properties)).toEqual([{ name: 'c' }]);
    const unfolded = await call('geopackage', undefined, layer!.id);
    await foldLayer(server.platform, layer!.id);
    expect(await geometryOf(layer!.id)).toEqual(moved);
    const {
      data: { id: copyId },
    } = await own.person.client.call(map.duplicateMap, {
      params: { mapId: own.mapId, projectId: own.projectId },
      body: {},
    });
    const copy = new TestMap(own.person, own.projectId, copyId);
    const [copied] = (await copy.state()).layers.filter(({ text }) => text === 'course');
    expect(await geometryOf(copied!.id, copy)).toEqual(moved);
    const {
      Layer: [back],
    } = await own.import(`/${unfolded.relative_path}`);
    expect(await geometryOf(back!.id)).toEqual(moved);
  });
});
