import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import {
  applyAffine,
  BlockCache,
  bytesAsSource,
  openRaster,
  readPart,
  turnedProjection,
  type RasterFile,
} from '@groma/raster';
import { nativeDecoders } from '../codec/native-decoders.ts';
import { boundsOf } from '../render/raster-bounds.ts';
import { findSystem } from '../source/find-system.ts';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { image, placed, smallTiff } from '../../../../test/small-tiff.ts';

const openBytes = (bytes: Uint8Array, id: string): Promise<RasterFile> =>
  openRaster({ source: bytesAsSource(bytes, id), decoders: nativeDecoders, cache: new BlockCache(64 * 1024 * 1024) });
const openPath = (path: string) => openBytes(Uint8Array.from(readFileSync(path)), path);

const group = gdalMissing ? `places of rasters (skipped: ${gdalMissing})` : 'places of rasters';
describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  afterAll(() => {
    rmSync(gdal.folder, { recursive: true });
  });
  const raster = (name: string, srs: string, transform: string, size = 8) =>
    gdal.translate(
      gdal.source(name, 'Byte', { width: size, height: size, bands: 1, transform }, () => 1),
      name,
      '-a_srs',
      srs,
    );

  /**
   * Systems that GeoTIFF keys hold in different ways: a code, one of ESRI, a compound one, a PE string of ESRI,
   * parameters, another datum.
   */
  const systems: [name: string, srs: string, transform: string][] = [
    ['British', 'EPSG:27700', '400000,10,0,300000,0,-10'],
    ['compound', 'EPSG:7405', '400000,10,0,300000,0,-10'],
    ['Dutch', 'EPSG:28992', '155000,10,0,463000,0,-10'],
    ['Krovak', 'EPSG:5514', '-544000,10,0,-1144000,0,-10'],
    ['deprecated', 'EPSG:31277', '7500400,10,0,4875064,0,-10'],
    ['Tokyo', 'EPSG:30169', '0,10,0,0,0,-10'],
    ['Mollweide', 'ESRI:54009', '3000000,1000,0,4000000,0,-1000'],
    ['Robinson', 'ESRI:54030', '3000000,1000,0,4000000,0,-1000'],
    ['geostationary', '+proj=geos +h=35785831 +lon_0=-75 +sweep=x +ellps=GRS80', '-500000,2000,0,3000000,0,-2000'],
    ['Equirectangular', 'EPSG:4087', '1000000,10,0,5000000,0,-10'],
    ['UTM of its own', '+proj=utm +zone=33 +ellps=intl +towgs84=-87,-98,-121', '500000,10,0,5000000,0,-10'],
    ['feet', 'EPSG:2263', '985000,10,0,200000,0,-10'],
  ];
  test.each(systems)(
    '[RAS-039] a raster in %s lies on vectors in the same system, and where GDAL has it',
    async (name, srs, transform) => {
      const path = raster(name.replaceAll(' ', '-'), srs, transform);
      const file = await openPath(path);
      const system = (await findSystem(file.crs!))!;
      const [x, y] = applyAffine(file.transform!, 4, 4);
      const [longitude, latitude] = await system.projection.toDegrees(Float64Array.of(x, y));
      const folder = await mkdtemp(join(tmpdir(), 'groma-place-'));
      await writeFile(join(folder, 'point.csv'), `x,y\n${x},${y}\n`);
      // As vectors are imported: by ogr2ogr, with the settings of the sandbox.
      const system2 = execFileSync('gdalsrsinfo', ['-o', 'wkt2', '--single-line', path], {
        env: { ...process.env, OSR_USE_NON_DEPRECATED: 'NO' },
      })
        .toString()
        .trim();
      execFileSync(
        'ogr2ogr',
        [
          '-f',
          'GeoJSON',
          '-lco',
          'COORDINATE_PRECISION=12',
          '-oo',
          'X_POSSIBLE_NAMES=x',
          '-oo',
          'Y_POSSIBLE_NAMES=y',
          '-s_srs',
          system2,
          '-t_srs',
          'EPSG:4326',
          join(folder, 'point.geojson'),
          join(folder, 'point.csv'),
        ],
        { env: { ...process.env, OSR_USE_NON_DEPRECATED: 'NO', PROJ_NETWORK: 'OFF' } },
      );
      const {
        features: [feature],
      } = JSON.parse(await readFile(join(folder, 'point.geojson'), 'utf8')) as {
        features: { geometry: { coordinates: [number, number] } }[];
      };
      await rm(folder, { recursive: true });
      const [east, north] = [
        (longitude! - feature!.geometry.coordinates[0]) * 111_320,
        (latitude! - feature!.geometry.coordinates[1]) * 111_320,
      ];
      expect(Math.hypot(east, north)).toBeLessThan(0.1);
      const [backX, backY] = await system.projection.fromDegrees(Float64Array.of(longitude!, latitude!));
      expect(Math.hypot(backX! - x, backY! - y)).toBeLessThan(0.1);
    },
  );

  test('[RAS-040] a raster in a system of nobody, or of a building site, has none', async () => {
    const site = await openPath(raster('site', 'LOCAL_CS["site",UNIT["metre",1]]', '0,1,0,0,0,-1'));
    expect(await findSystem(site.crs!)).toBeNull();
    const unknown = await openBytes(
      smallTiff(image(4, 4, 8, { ...placed(0, 0, 1), 34735: [3, 1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 1] })),
      'unknown',
    );
    expect(await findSystem(unknown.crs!)).toBeNull();
  });

  test('[RAS-017] a raster that crosses the antimeridian has the bounds of what it covers, in degrees and in metres; one of the whole world has those of the world', async () => {
    const bounds = async (name: string, srs: string, transform: string, size = 10) => {
      const file = await openPath(raster(name, srs, transform, size));
      return (await boundsOf(file, turnedProjection((await findSystem(file.crs!))!.projection, file))).map(
        (each) => Math.round(each * 10) / 10,
      );
    };
    const [west, , east] = await bounds('fiji', 'EPSG:32701', '100000,20000,0,8200000,0,-20000');
    expect([west! > 170 && west! < 180, east! > 180 && east! < 185]).toEqual([true, true]);
    expect(await bounds('degrees', 'EPSG:4326', '175,1,0,-10,0,-1')).toEqual([175, -20, 185, -10]);
    expect(await bounds('NAD83', 'EPSG:4269', '175,1,0,60,0,-1')).toEqual([175, 50, 185, 60]);
    expect(await bounds('turn', 'EPSG:4326', '0,36,0,90,0,-18')).toEqual([-180, -90, 180, 90]);
    expect(await bounds('moll', 'ESRI:54009', '-18040096,3608019,0,9020048,0,-1804009')).toEqual([-180, -90, 180, 90]);
  });
});

test('a strip that is filled up with rows below the image is read; one with more than the strip is refused', async () => {
  const strip = (rows: number) => deflateSync(new Uint8Array(8 * rows).fill(7));
  const file = (last: number) =>
    openBytes(smallTiff(image(8, 6, 8, { 259: [3, 8], 278: [3, 4] }), [strip(4), strip(last)]), `strip-${last}`);
  const read = async (last: number) =>
    readPart(
      await file(last),
      { x: 0, y: 0, width: 8, height: 6 },
      { width: 8, height: 6 },
      { bands: [0], resampling: 'nearest' },
    );
  expect((await read(4)).bands[0]!.every((value) => value === 7)).toBe(true);
  expect((await read(2)).bands[0]!.every((value) => value === 7)).toBe(true);
  await expect(read(5)).rejects.toMatchObject({ code: 'DAMAGED' });
});
