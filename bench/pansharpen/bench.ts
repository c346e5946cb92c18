import { execFile, execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import type { Benchmark, Measurement } from '../benchmark.ts';

const side = Number(process.env['GROMA_BENCH_PIXELS'] ?? 8_192);
const ratio = 4;
const run = promisify(execFile);
const weights = ['0.35', '0.35', '0.3', '0'];
/** As ours writes results. */
const creation = ['COMPRESS=DEFLATE', 'BIGTIFF=IF_SAFER', 'NUM_THREADS=ALL_CPUS', 'PREDICTOR=YES', 'BLOCKSIZE=512'];

const imagesModule = new URL('../../apps/server/src/features/raster/image/gdal-images.ts', import.meta.url);
const toolModule = new URL('../../apps/server/src/features/raster/correct/pansharpen.ts', import.meta.url);

let folder = '';
let count = 0;
let sharpen: (work: string) => Promise<string>;
const made = { ours: '', peer: '' };

/** Hills and grain, the same each time, by numpy of the system. */
const scene = `
import sys
import numpy as np
from osgeo import gdal, osr
folder, side, ratio = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
random = np.random.default_rng(7)
system = osr.SpatialReference(); system.ImportFromEPSG(32633)
def write(name, bands, metres):
    options = ["TILED=YES", "COMPRESS=DEFLATE", "ZLEVEL=1"]
    height, width = bands[0].shape
    file = gdal.GetDriverByName("GTiff").Create(f"{folder}/{name}.tif", width, height, len(bands), gdal.GDT_UInt16, options)
    file.SetProjection(system.ExportToWkt()); file.SetGeoTransform((500000, metres, 0, 5000000, 0, -metres))
    for at, band in enumerate(bands):
        file.GetRasterBand(at + 1).WriteArray(band)
def field(size, scale):
    y, x = np.mgrid[0:size, 0:size].astype("float32") * scale
    return 900 + 300 * np.sin(x / 60) * np.cos(y / 45) + 60 * random.standard_normal((size, size), dtype="float32")
write("pan", [field(side, 1).astype("uint16")], 0.5)
write("bands", [(field(side // ratio, ratio) + 40 * band).astype("uint16") for band in range(4)], 0.5 * ratio)
`;

/** What both made, as GDAL sums it up: the same numbers have the same sums. */
function output(): string {
  const sums = Object.values(made).map((file) => {
    const said = execFileSync('/usr/bin/gdalinfo', ['-checksum', '-nomd', file], { encoding: 'utf8' });
    return [...said.matchAll(/Checksum=(\d+)/g)].map(([, sum]) => sum).join(' ');
  });
  return sums[0] === sums[1] && sums[0] !== '' ? 'equal' : `different: ${sums.join(' and ')}`;
}

const benchmark: Benchmark = {
  name: 'pansharpen',
  description: `Four bands of ${side / ratio}² sharpened to ${side}², as a cloud-optimised GeoTIFF`,
  peerName: 'gdal_pansharpen.py',
  unit: 'ms',
  better: 'lower',
  async setup() {
    folder = await mkdtemp(join(tmpdir(), 'groma-pansharpen-'));
    await run('/usr/bin/python3', ['-c', scene, folder, String(side), String(ratio)]);
    const { GdalImages } = (await import(imagesModule.href)) as { GdalImages: { open(...given: unknown[]): unknown } };
    const { pansharpen } = (await import(toolModule.href)) as {
      pansharpen(images: unknown, wanted: object): Promise<{ file: string }>;
    };
    const files = {
      async lend(_: string, path: string, into: string): Promise<string> {
        const lent = join(into, basename(path));
        await link(join(folder, basename(path)), lent);
        return lent;
      },
      requireSpace: async () => undefined,
    };
    sharpen = async (work) => {
      const parameters = {
        multiband_source_path: '/data/bands.tif',
        pan_source_path: '/data/pan.tif',
        band_order: 'BGRN',
        window_size: 32,
        // As good as none: the peer does not smooth.
        smooth_sigma: 0.001,
        r_weight: 0.3,
        g_weight: 0.35,
        b_weight: 0.35,
      };
      const signal = new AbortController().signal;
      const wanted = {
        tool: 'pansharpening',
        parameters,
        features: null,
        folder: work,
        signal,
        onProgress: () => undefined,
      };
      return (await pansharpen(await GdalImages.open({ files }, wanted), wanted)).file;
    };
    await this.ours();
    await this.peer();
    if (output() !== 'equal') throw new Error(output());
  },
  async ours(): Promise<Measurement> {
    const work = join(folder, `ours-${++count}`);
    await mkdir(work);
    const began = performance.now();
    const file = await sharpen(work);
    const value = performance.now() - began;
    if (made.ours) await rm(join(folder, `ours-${count - 1}`), { recursive: true, force: true });
    made.ours = file;
    return { value, output: made.peer ? output() : 'equal' };
  },
  async peer(): Promise<Measurement> {
    const file = join(folder, 'peer.tif');
    await rm(file, { force: true });
    const words = [
      '/usr/bin/gdal_pansharpen.py',
      '-q',
      ...weights.flatMap((weight) => ['-w', weight]),
      '-r',
      'cubic',
      '-threads',
      'ALL_CPUS',
      '-of',
      'COG',
      ...creation.flatMap((option) => ['-co', option]),
      join(folder, 'pan.tif'),
      ...[1, 2, 3, 4].map((band) => `${join(folder, 'bands.tif')},band=${band}`),
      file,
    ];
    const began = performance.now();
    await run('/usr/bin/python3', words);
    const value = performance.now() - began;
    made.peer = file;
    return { value, output: made.ours ? output() : 'equal' };
  },
  async teardown() {
    await rm(folder, { recursive: true, force: true });
  },
};

// oxlint-disable-next-line import/no-default-export -- the runner of benchmarks takes it
export default benchmark;
