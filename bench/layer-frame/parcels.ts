import { map } from '@groma/protocol';
import type { Measurement } from '../benchmark.ts';
import { GromaNotebook } from '../output-flood/groma-notebook.ts';

export const featureCount = Number(process.env['GROMA_BENCH_FEATURES'] ?? 1_000_000);

/** Seeded polygons of six corners with a number, a whole number, a date and two texts, one of them of few words. */
const seeding = `
import time, numpy, pandas, geopandas, shapely
random = numpy.random.default_rng(7)
count = ${featureCount}
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

/** A notebook beside a map “Bench” with the layer “parcels”, and the FlatGeobuf it was imported from. */
export class Parcels {
  readonly #notebook = new GromaNotebook();
  mapId = '';

  get client(): GromaNotebook['client'] {
    return this.#notebook.client;
  }

  get projectId(): string {
    return this.#notebook.projectId;
  }

  async start(): Promise<void> {
    await this.#notebook.start();
    const said = await this.#notebook.runUntilSeen(seeding);
    if (said !== 'done\n') throw new Error(said);
    const { data } = await this.client.call(map.createMap, {
      params: { projectId: this.projectId },
      body: { name: 'Bench' },
    });
    this.mapId = data.id;
  }

  /** Puts the parcels on the map as a layer and gives its id. */
  async import(): Promise<string> {
    const { Layer } = await this.client.call(map.importLayers, {
      query: { map_id: this.mapId, project_id: this.projectId, folder_name: 'data', file_path: '/data/parcels.fgb' },
    });
    return Layer[0]!.id;
  }

  /** Reads once and says how long it took in milliseconds, and what was read: rows, sums and an area. */
  async measure(statement: string): Promise<Measurement> {
    const said = await this.#notebook.runUntilSeen(reading(statement));
    const [, value, output] = /^([\d.]+)\|(.+)\n$/.exec(said) ?? [];
    if (output === undefined) throw new Error(said);
    return { value: Number(value), output };
  }

  stop(): Promise<void> {
    return this.#notebook.stop();
  }
}

function reading(statement: string): string {
  return `
import gc, time, groma, groma.frame, geopandas, shapely
gc.collect()
begin = time.perf_counter()
${statement}
seconds = time.perf_counter() - begin
print(f"{seconds * 1000:.1f}|{len(frame)} {frame.value.sum():.4f} {frame.number.sum()} {frame.name.str.len().sum()} {frame.kind.nunique()} {shapely.area(frame.geometry.to_numpy()).sum():.6f}")
del frame
`;
}
