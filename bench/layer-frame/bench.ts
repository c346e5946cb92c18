import { map, type Client } from '@groma/protocol';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { GromaNotebook } from '../output-flood/groma-notebook.ts';

const count = Number(process.env['GROMA_BENCH_FEATURES'] ?? 1_000_000);
const notebook = new GromaNotebook();

/** Seeded polygons of six corners with a number, a whole number, a date and two texts, one of them of few words. */
const seeding = `
import time, numpy, pandas, geopandas, shapely
random = numpy.random.default_rng(7)
count = ${count}
centres = numpy.column_stack([random.uniform(-170, 170, count), random.uniform(-80, 80, count)])
angles = numpy.linspace(0, 2 * numpy.pi, 6, endpoint=False) + random.uniform(0, 1, (count, 1))
radii = random.uniform(0.001, 0.01, (count, 6))
corners = numpy.stack([centres[:, :1] + radii * numpy.cos(angles), centres[:, 1:] + radii * numpy.sin(angles)], axis=2)
frame = geopandas.GeoDataFrame({
    "value": random.normal(size=count).round(6),
    "number": random.integers(0, 1_000_000, count),
    "name": ["parcel " + str(each) for each in random.integers(0, 10**9, count)],
    "kind": numpy.array(["field", "wood", "house", "road", "water"])[random.integers(0, 5, count)],
}, geometry=shapely.polygons(numpy.concatenate([corners, corners[:, :1]], axis=1)), crs=4326)
frame.to_file("/data/parcels.fgb", driver="FlatGeobuf", engine="pyogrio")
del frame, corners, centres, angles, radii
print("done")
`;

/** Reads once and says how long it took, and what was read: rows, sums and an area. */
function reading(expression: string): string {
  return `
import gc, time, groma, groma.frame, geopandas, shapely
gc.collect()
begin = time.perf_counter()
frame = ${expression}
seconds = time.perf_counter() - begin
print(f"{seconds * 1000:.1f}|{len(frame)} {frame.value.sum():.4f} {frame.number.sum()} {frame.name.str.len().sum()} {frame.kind.nunique()} {shapely.area(frame.geometry.to_numpy()).sum():.6f}")
del frame
`;
}

async function measure(expression: string): Promise<Measurement> {
  const said = await notebook.runUntilSeen(reading(expression));
  const [, value, output] = /^([\d.]+)\|(.+)\n$/.exec(said) ?? [];
  if (output === undefined) throw new Error(said);
  return { value: Number(value), output };
}

async function importInto(client: Client, projectId: string): Promise<void> {
  const { data } = await client.call(map.createMap, { params: { projectId }, body: { name: 'Bench' } });
  await client.call(map.importLayers, {
    query: { map_id: data.id, project_id: projectId, folder_name: 'data', file_path: '/data/parcels.fgb' },
  });
}

const benchmark: Benchmark = {
  name: 'layer-frame',
  description: `${count.toLocaleString('en')} polygons with four columns into a GeoDataFrame, in the same kernel: a layer of the project, and the FlatGeobuf it was imported from`,
  peerName: 'geopandas.read_file of FlatGeobuf',
  unit: 'ms',
  better: 'lower',

  async setup() {
    await notebook.start();
    const said = await notebook.runUntilSeen(seeding);
    if (said !== 'done\n') throw new Error(said);
    await importInto(notebook.client, notebook.projectId);
    await measure('groma.layers["Bench/parcels"].frame()');
  },
  ours: () => measure('groma.layers["Bench/parcels"].frame()'),
  peer: () => measure('geopandas.read_file("/data/parcels.fgb")'),
  teardown: () => notebook.stop(),
};

export default benchmark;
