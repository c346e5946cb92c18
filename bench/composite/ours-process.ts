import { createInterface } from 'node:readline';

/** Puts the scenes of the benchmark together, once for each line it is sent, in a process whose memory is measured. */
const [folder, side, dates, bandList] = process.argv.slice(2) as [string, string, string, string];
const bands = bandList.split(',');
const count = Number(side);
const [west, north, pixel] = [600_000, 5_400_000, 10];

const module = new URL('../../apps/server/src/features/raster/composite/compose-file.ts', import.meta.url);
const { Composites } = (await import(module.href)) as {
  Composites: new (
    sources: { find(wish: { url: string }): Promise<object> },
    known: null,
    place: null,
    outboundAllowed: readonly string[],
  ) => {
    write(
      composite: object,
      file: { path: string; fromRow: number; onRow(): Promise<void> },
      asking: { projectId: string; signal: AbortSignal },
    ): Promise<void>;
  };
};
const composites = new Composites(
  {
    find: ({ url }) =>
      Promise.resolve({ path: url, version: null, id: url, name: url.slice(url.lastIndexOf('/') + 1) }),
  },
  null,
  null,
  [],
);
const recipe = {
  scenes: Array.from({ length: Number(dates) }, (_, at) => ({
    id: `scene-${at}`,
    collection: null,
    time: null,
    bands: bands.map((name) => ({ url: `${folder}/${name}-${at}.tif`, band: 0, factor: 1, offset: 0 })),
    masks: [],
  })),
  method: 'median',
  bands: bands.map((name) => ({ name, others: [] })),
  maths: null,
  averages: true,
  area: [],
};
const grid = { system: 'EPSG:32632', west, north, pixel, width: count, height: count };

for await (const line of createInterface({ input: process.stdin })) {
  void line;
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  const began = performance.now();
  await composites.write(
    { recipe, grid, type: 'float32', nodata: null },
    { path: `${folder}/ours.tif`, fromRow: 0, onRow: () => Promise.resolve() },
    { projectId: 'bench', signal: new AbortController().signal },
  );
  const took = performance.now() - began;
  clearInterval(watch);
  process.stdout.write(`${JSON.stringify({ took, bytes: most })}\n`);
}
