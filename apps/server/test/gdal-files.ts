import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why tests against GDAL cannot run here. */
export const gdalMissing = existsSync('/usr/bin/gdal_translate') ? '' : 'gdal-bin is missing';

/** Sample types by the names GDAL gives them. */
const gdalTypes = {
  Byte: Uint8Array,
  UInt16: Uint16Array,
  Int16: Int16Array,
  UInt32: Uint32Array,
  Int32: Int32Array,
  Float32: Float32Array,
  Float64: Float64Array,
} as const;
export type GdalType = keyof typeof gdalTypes;

/** Rasters that GDAL makes, reads and warps, to hold ours against. Files lie in a folder of their own. */
export class GdalFiles {
  readonly folder = mkdtempSync(join(tmpdir(), 'groma-gdal-'));

  run(program: string, ...words: string[]): string {
    return execFileSync(program, words, { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 1024 * 1024 }).toString();
  }

  /** A raster of `bands` bands whose samples a function gives; answers its path for other programs of GDAL. */
  source(
    name: string,
    type: GdalType,
    {
      width,
      height,
      bands,
      srs = 'EPSG:32633',
      transform = '500000,10,0,5000000,0,-10',
      nodata,
    }: { width: number; height: number; bands: number; srs?: string; transform?: string; nodata?: number },
    at: (band: number, column: number, row: number) => number,
  ): string {
    const samples = new gdalTypes[type](width * height * bands);
    for (let index = 0; index < samples.length; index += 1) {
      const inBand = index % (width * height);
      samples[index] = at(Math.floor(index / (width * height)), inBand % width, Math.floor(inBand / width));
    }
    const size = samples.BYTES_PER_ELEMENT;
    writeFileSync(join(this.folder, `${name}.raw`), new Uint8Array(samples.buffer));
    const band = (index: number): string =>
      `<VRTRasterBand dataType="${type}" band="${index + 1}" subClass="VRTRawRasterBand">${nodata === undefined ? '' : `<NoDataValue>${nodata}</NoDataValue>`}` +
      `<SourceFilename relativetoVRT="1">${name}.raw</SourceFilename><ImageOffset>${index * width * height * size}</ImageOffset><PixelOffset>${size}</PixelOffset><LineOffset>${width * size}</LineOffset><ByteOrder>LSB</ByteOrder></VRTRasterBand>`;
    const path = join(this.folder, `${name}.vrt`);
    writeFileSync(
      path,
      `<VRTDataset rasterXSize="${width}" rasterYSize="${height}"><SRS>${srs}</SRS><GeoTransform>${transform}</GeoTransform>${Array.from({ length: bands }, (_, index) => band(index)).join('')}</VRTDataset>`,
    );
    return path;
  }

  /** A GeoTIFF by gdal_translate. */
  translate(from: string, name: string, ...options: string[]): string {
    const path = join(this.folder, `${name}.tif`);
    this.run('gdal_translate', '-q', ...options, from, path);
    return path;
  }

  /** All samples as GDAL reads them, band after band. */
  samples(path: string): Float64Array {
    const raw = join(this.folder, 'samples.bin');
    this.run('gdal_translate', '-q', '-of', 'ENVI', '-ot', 'Float64', '-co', 'INTERLEAVE=BSQ', path, raw);
    return Float64Array.from(new Float64Array(Uint8Array.from(readFileSync(raw)).buffer));
  }
}
