import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainProjection } from '@groma/geo';
import type { ProjectId } from '@groma/model';
import { conversion, operation, processing, tool, type BodyOf, type ToolOutcome } from '@groma/protocol';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { startWithMap, type TestMap } from '../../../../test/test-map.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';
import { acquisition, sentinelFiles, sentinelName } from '../../../../test/sentinel2-files.ts';

const noGrass = existsSync('/usr/bin/grass') ? '' : 'grass-core is missing';
/** GRASS starts anew for each scene, which takes a while on a machine with much to do. */
const grassPatience = 150_000;
const group = gdalMissing ? `processing (skipped: ${gdalMissing})` : 'processing';

describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  let server: TestServer;
  let ann: Person;
  let own: TestMap;
  beforeAll(async () => {
    ({ server, ann, own } = await startWithMap());
    const place = { width: 40, height: 30, bands: 4, transform: '500000,8,0,5000000,0,-8' };
    const bands = gdal.source('bands', 'UInt16', place, (band, column, row) => 300 + band * 90 + column * 5 + row * 7);
    await own.upload('in/bands.tif', readFileSync(gdal.translate(bands, 'bands')));
    const fine = { width: 160, height: 120, bands: 1, transform: '500000,2,0,5000000,0,-2' };
    const pan = gdal.source('pan', 'UInt16', fine, (_, column, row) => 400 + ((column * 13 + row * 29) % 200));
    await own.upload('in/pan.tif', readFileSync(gdal.translate(pan, 'pan')));
    for (const [name, content] of sentinelFiles(gdal)) await own.upload(`scenes/${name}`, content);
  });
  afterAll(async () => {
    await server.close();
    rmSync(gdal.folder, { recursive: true });
  });

  /** The end of an operation as its callers poll it. */
  async function phaseOf(operationId: string): Promise<{ phase: string; message: string | null }> {
    for (;;) {
      const { data } = await ann.client.call(conversion.readFunctionOperation, { params: { operationId } });
      const [{ status }] = data.items as [(typeof data.items)[number]];
      if (['Succeeded', 'Failed', 'Error'].includes(status.phase)) return status;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const at = { params: { projectId: '' } };
  const params = () => ({ ...at.params, projectId: own.projectId });
  async function fetched(path: string, name: string): Promise<string> {
    const file = join(gdal.folder, `${name}-got.tif`);
    const folder = await server.platform.files.folderOf(own.projectId as ProjectId);
    await copyFile(join(folder, path.slice('/data/'.length)), file);
    return file;
  }
  async function run(toolId: string, parameters: Record<string, unknown>, layer?: string): Promise<ToolOutcome> {
    const body: BodyOf<typeof tool.runTool> = {
      parameters,
      output: { kind: 'layer', map_id: own.mapId },
      ...(layer && { layer }),
    };
    return (await ann.client.call(tool.runTool, { params: { toolId, ...params() }, body })).data;
  }
  const degrees = (x: number, y: number): number[] => [
    ...(plainProjection('EPSG:32633')!.toDegrees(Float64Array.of(x, y)) as Float64Array),
  ];
  const box = (west: number, south: number, east: number, north: number) => ({
    type: 'Feature',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [degrees(west, south), degrees(east, south), degrees(east, north), degrees(west, north), degrees(west, south)],
      ],
    },
    properties: { plot: 'a' },
  });
  const mostOff = (one: Float64Array, other: Float64Array): number => {
    expect(one.length).toBe(other.length);
    return one.reduce((worst, value, index) => {
      if (Number.isNaN(value) && Number.isNaN(other[index]!)) return worst;
      const off = Math.abs(value - other[index]!);
      return Math.max(worst, Number.isNaN(off) ? Infinity : off);
    }, 0);
  };

  test('[PRC-005, PRC-009, PRC-010, PRC-028, PRC-030, PRC-031] pansharpening is that of GDAL, and says where it is', async () => {
    const operationId = randomUUID();
    const reply = await ann.client.call(processing.pansharpening, {
      params: params(),
      body: {
        operation_id: operationId,
        bucket_name: 'groma',
        multiband_source_path: '/data/in/bands.tif',
        pan_source_path: '/data/in/pan.tif',
        band_order: 'RGBN',
        window_size: 64,
        smooth_sigma: 0.001,
        r_weight: 0.2,
        g_weight: 0.3,
        b_weight: 0.5,
      },
    });
    expect(reply).toEqual({ status: 200, output_path: '/data/processing/pansharpening/bands.tif' });
    expect(await phaseOf(operationId)).toMatchObject({ phase: 'Succeeded' });
    const { data } = await ann.client.call(operation.listOperations, { params: params() });
    const shown = data.find(({ id }) => id === operationId)!;
    expect(shown).toMatchObject({
      status: 'Completed',
      subtitle: 'The output is saved in /data/processing/pansharpening/bands.tif',
    });
    const file = await fetched(reply.output_path, 'sharp');
    expect(gdal.run('gdalinfo', file)).toMatch(/LAYOUT=COG[\s\S]*Description = red[\s\S]*Description = nir/);
    const peer = join(gdal.folder, 'peer.tif');
    const weights = ['0.2', '0.3', '0.5', '0'].flatMap((weight) => ['-w', weight]);
    const [bands, pan] = ['bands', 'pan'].map((name) => join(gdal.folder, `${name}.tif`)) as [string, string];
    const sources = ['1', '2', '3', '4'].map((band) => `${bands},band=${band}`);
    gdal.run('/usr/bin/python3', '/usr/bin/gdal_pansharpen.py', '-q', ...weights, '-r', 'cubic', pan, ...sources, peer);
    expect(mostOff(gdal.samples(file), gdal.samples(peer))).toBe(0);
    expect((await own.origins()).length).toBeGreaterThanOrEqual(0);
    // Smoothing takes from what differs between neighbours.
    const smooth = await run('pansharpening', {
      multiband_source_path: '/data/in/bands.tif',
      pan_source_path: 'image:/data/in/pan.tif',
      smooth_sigma: 8,
    });
    expect(smooth.raster_layer).toMatchObject({ text: 'Pansharpening' });
    expect(gdal.samples(await fetched(smooth.file!.path, 'smooth')).every(Number.isFinite)).toBe(true);
  });

  test('[PRC-011, PRC-017, PRC-018, PRC-019, PRC-020, PRC-021, PRC-022, PRC-023, PRC-024] what is wrong is said in the words of the specification', async () => {
    const call = (more: object) =>
      ann.client.call(processing.pansharpening, {
        params: params(),
        body: {
          operation_id: randomUUID(),
          multiband_source_path: '/data/in/bands.tif',
          pan_source_path: '/data/in/pan.tif',
          ...more,
        },
      });
    const paths =
      'Requires 1 multiband image file path and 1 panchromatic image file path that are already uploaded to this workspace, and both must start with /data/';
    await expect(call({ pan_source_path: '' })).rejects.toThrow(paths);
    await expect(call({ multiband_source_path: '/tmp/x.tif' })).rejects.toThrow(paths);
    await expect(call({ multiband_source_path: '/data/x.png' })).rejects.toThrow(
      'Multiband source path must be a tiff or tif file',
    );
    await expect(call({ pan_source_path: '/data/x.jp2' })).rejects.toThrow(
      'Panchromatic source path must be a tiff or tif file',
    );
    await expect(call({ band_order: 'RGB' })).rejects.toThrow('Band order must be RGBN or BGRN');
    for (const window of [0, 33, -32])
      await expect(call({ window_size: window })).rejects.toThrow('Window size must be a multiple of 32');
    await expect(call({ smooth_sigma: 0 })).rejects.toThrow('Smooth sigma must be a positive number');
    for (const weights of [{ r_weight: 0.4 }, { r_weight: -0.3, g_weight: 0.65, b_weight: 0.65 }])
      await expect(call(weights)).rejects.toThrow('R, G, and B weights must be positive numbers and sum to 1');
    await expect(call({ multiband_source_path: '/data/none.tif' })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    // One weight may be 0. What only the files tell fails the operation.
    const operationId = randomUUID();
    const swapped = { multiband_source_path: '/data/in/pan.tif', pan_source_path: '/data/in/bands.tif' };
    await call({ ...swapped, operation_id: operationId, r_weight: 0, g_weight: 0.5, b_weight: 0.5 });
    expect(await phaseOf(operationId)).toMatchObject({
      phase: 'Failed',
      message: expect.stringContaining('“pan.tif”'),
    });
  });

  test('[PRC-001, PRC-002, PRC-029] ACOLITE without a setting says what to install, before anything is begun', async () => {
    const { data } = await ann.client.call(processing.listProcessing, { params: params() });
    expect(data.filter(({ part }) => part === 'ACOLITE').map((each) => each.tool)).toEqual([
      'acolite-sentinel2',
      'acolite-jilin',
    ]);
    const remedy = /needs ACOLITE.*set GROMA_ACOLITE/;
    await expect(
      ann.client.call(processing.acolite, {
        params: params(),
        body: { geojson: box(500_000, 4_999_900, 500_100, 5_000_000), operation_id: randomUUID() },
      }),
    ).rejects.toThrow(remedy);
    await expect(
      ann.client.call(processing.acoliteJilin, {
        params: params(),
        body: { operation_id: randomUUID(), bucket_name: 'groma', source_folder_path: '/data/jilin/' },
      }),
    ).rejects.toThrow(remedy);
  });

  test('[PRC-008, PRC-014, PRC-015, PRC-016] days, folders and shapes are looked at first', async () => {
    const geojson = box(500_000, 4_999_900, 500_100, 5_000_000);
    const call = (more: object) =>
      ann.client.call(processing.sixSSentinel2, {
        params: params(),
        body: { geojson, operation_id: randomUUID(), ...more },
      });
    await expect(call({ start_date: '2021-01-04', end_date: '2021-01-04' })).rejects.toThrow(
      'End date must be at least 1 day after start date',
    );
    await expect(call({ end_date: '2999-01-01' })).rejects.toThrow("End date cannot be after today's date");
    await expect(call({ geojson: { type: 'Point', coordinates: [1, 2] } })).rejects.toThrow(
      'Requires polygon features',
    );
    for (const folder of ['', '/tmp/x/', '/data/x'])
      await expect(
        ann.client.call(processing.sixSJilin, {
          params: params(),
          body: { operation_id: randomUUID(), source_folder_path: folder },
        }),
      ).rejects.toThrow('Source folder path is required and must start with /data/ and end with /');
  });

  test.skipIf(noGrass)(
    `[PRC-003, PRC-032, PRC-033] 6S gives what i.atcorr of GRASS gives by itself${noGrass && ` (skipped: ${noGrass})`}`,
    async () => {
      const operationId = randomUUID();
      const area = box(600_050, 4_999_450, 600_350, 4_999_850);
      const { output_path: path } = await ann.client.call(processing.sixSSentinel2, {
        params: params(),
        body: {
          geojson: { type: 'FeatureCollection', features: [area, { type: 'Feature', geometry: null, properties: {} }] },
          start_date: '2021-01-04',
          end_date: '2021-02-03',
          operation_id: operationId,
        },
      });
      expect(await phaseOf(operationId)).toEqual(expect.objectContaining({ phase: 'Succeeded' }));
      expect(path).toBe('/data/processing/6s-sentinel2/2021-01-04 to 2021-02-03.tif');
      const file = await fetched(path, 'sixs');
      expect(gdal.run('gdalinfo', file)).toMatch(/LAYOUT=COG[\s\S]*Description = blue[\s\S]*Description = nir/);
      const bandFile = join(gdal.folder, 'T33TXK_B04.tif');
      const cut = join(gdal.folder, 'cut.tif');
      const { xmin, ymin, xmax, ymax } = boundsOf(file);
      gdal.run('gdal_translate', '-q', '-projwin', ...[xmin, ymax, xmax, ymin].map(String), bandFile, cut);
      const { sun, view, offset } = acquisition;
      const conditions = join(gdal.folder, '6s.txt');
      writeFileSync(
        conditions,
        `0\n${sun.zenith} ${sun.azimuth} ${view.zenith} ${view.azimuth} 1 14\n3\n1\n0\n0.2\n0\n-1000\n169\n`,
      );
      const given = join(gdal.folder, 'given.tif');
      const home = join(gdal.folder, 'home');
      mkdirSync(home);
      const steps = [
        `r.external -o input=${cut} output=taken`,
        'g.region raster=taken',
        `i.atcorr -r input=taken range=${-offset},${10_000 - offset} parameters=${conditions} output=given rescale=0,1`,
        `r.out.gdal -c input=given output=${given} format=GTiff type=Float32`,
      ];
      gdal.run('env', `HOME=${home}`, 'grass', '--tmp-location', cut, '--exec', 'sh', '-ec', steps.join('\n'));
      const red = gdal.samples(gdal.translate(file, 'red', '-b', '3'));
      const peer = gdal.samples(given);
      const inside = red.map((value, index) => (Number.isNaN(value) ? NaN : peer[index]!));
      expect(inside.filter(Number.isFinite).length).toBeGreaterThan(500);
      expect(mostOff(red, inside)).toBeLessThan(1e-6);
      // The air is gone: reflectance above it was another one.
      const above = gdal.samples(cut).map((value) => (value + offset) / 10_000);
      expect(red.some((value, index) => Math.abs(value - above[index]!) > 0.01)).toBe(true);
    },
    grassPatience,
  );

  function boundsOf(file: string): { xmin: number; ymin: number; xmax: number; ymax: number } {
    const info = JSON.parse(gdal.run('gdalinfo', '-json', '-nomd', file).replaceAll(/:\s*nan\b/gi, ':"NaN"')) as {
      size: [number, number];
      geoTransform: number[];
    };
    const [left, across, , top, , down] = info.geoTransform as [number, number, number, number, number, number];
    return { xmin: left, ymax: top, xmax: left + across * info.size[0], ymin: top + down * info.size[1] };
  }

  test.skipIf(noGrass)(
    `[PRC-034] scenes that are hostile, broken or elsewhere are named${noGrass && ` (skipped: ${noGrass})`}`,
    async () => {
      const area = { type: 'FeatureCollection', features: [box(600_050, 4_999_450, 600_350, 4_999_850)] };
      await own.upload('area.geojson', JSON.stringify(area));
      const correct = (scenes: string, more: object = {}) =>
        run('6s-sentinel2', { scene_folder: scenes, ...more }, 'file:/data/area.geojson');
      await expect(correct('/data/in/')).rejects.toThrow(/no scene to correct in \/data\/in\/.*MSIL1C/);
      await expect(correct('/data/scenes/', { start_date: '01-03-2021', end_date: '02-03-2021' })).rejects.toThrow(
        'was not taken from 01-03-2021 to 02-03-2021',
      );
      const entity =
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><n1:Level-1C_User_Product>&a;</n1:Level-1C_User_Product>';
      const hostile = sentinelName.replace('T100', 'T101');
      for (const [name, content] of sentinelFiles(gdal))
        await own.upload(
          `hostile/${name.replaceAll(sentinelName, hostile)}`,
          name.endsWith('MTD_MSIL1C.xml') ? entity : content,
        );
      await expect(correct('/data/hostile/')).rejects.toThrow(/MTD_MSIL1C\.xml.*document type/);
      await own.upload(`zips/${sentinelName.replace('.SAFE', '.zip')}`, 'PK no zip');
      await expect(correct('/data/zips/')).rejects.toThrow('not a zip file');
    },
    grassPatience,
  );

  test.skipIf(noGrass)(
    `[PRC-004, PRC-036] 6S of a Jilin-1 scene is that of GRASS with its response${noGrass && ` (skipped: ${noGrass})`}`,
    async () => {
      const place = { width: 40, height: 30, bands: 4, transform: '600000,4,0,5000000,0,-4' };
      const mss = gdal.translate(
        gdal.source('mss', 'UInt16', place, (band, column, row) =>
          column < 3 ? 0 : 200 + band * 60 + column * 9 + row * 5,
        ),
        'mss',
      );
      const xml =
        '<?xml version="1.0"?><MetaData><CenterTime>2021-01-14 10:08:12</CenterTime><SolarZenith>60</SolarZenith>' +
        '<SolarAzimuth>158.5</SolarAzimuth><SatelliteZenith>4.5</SatelliteZenith><SatelliteAzimuth>101</SatelliteAzimuth>' +
        '<Gain>0.11</Gain><Gain>0.12</Gain><Gain>0.13</Gain><Gain>0.14</Gain></MetaData>';
      await own.upload('jilin/JL1KF01A_PMS01_20210114_L1_MSS.tif', readFileSync(mss));
      await own.upload('jilin/JL1KF01A_PMS01_20210114_L1_PAN.tif', 'no image');
      await own.upload('jilin/JL1KF01A_PMS01_20210114_L1_MSS_meta.xml', xml);
      await own.upload(
        'jilin/spectral_response.csv',
        'nm,b,g,r,n\n450,1,0,0,0\n510,1,1,0,0\n580,0,1,0,0\n630,0,0,0.5,0\n660,0,0,1,0\n690,0,0,0.5,0\n770,0,0,0,1\n895,0,0,0,1\n',
      );
      const operationId = randomUUID();
      const { output_path: path } = await ann.client.call(processing.sixSJilin, {
        params: params(),
        body: { operation_id: operationId, bucket_name: 'groma', source_folder_path: '/data/jilin/' },
      });
      expect(await phaseOf(operationId)).toEqual(expect.objectContaining({ phase: 'Succeeded' }));
      expect(path).toBe('/data/processing/6s-jilin/jilin.tif');
      const red = gdal.samples(gdal.translate(await fetched(path, 'jilin'), 'jilin-red', '-b', '3'));
      // The same by hand: irradiance at 660 nm between those of bands 3 and 4 of Sentinel-2A.
      const distance = 1 / (1 - 0.01673 * Math.cos((0.9856 * (14 - 4) * Math.PI) / 180)) ** 2;
      const irradiance = 1823.24 + ((1512.06 - 1823.24) * (660 - 560)) / (665 - 560);
      const factor = (Math.PI * 0.13) / (irradiance * distance * 0.5);
      const above = join(gdal.folder, 'above.tif');
      const scale = ['-scale', '0', '1', '0', String(factor)];
      gdal.run('gdal_translate', '-q', '-b', '3', '-ot', 'Float32', ...scale, mss, above);
      const response = Array.from({ length: 25 }, (_, step) => 1 - Math.abs(step - 12) / 24);
      const conditions = join(gdal.folder, 'jilin.txt');
      writeFileSync(
        conditions,
        `0\n60 158.5 4.5 101 1 14\n3\n1\n0\n0.2\n0\n-1000\n1\n0.63 0.69\n${response.map((each) => each.toFixed(6)).join(' ')}\n`,
      );
      const given = join(gdal.folder, 'jilin-given.tif');
      const home = join(gdal.folder, 'home-jilin');
      mkdirSync(home);
      const steps = [
        `r.external -o input=${above} output=taken`,
        'g.region raster=taken',
        `i.atcorr -r input=taken range=0,1 parameters=${conditions} output=given rescale=0,1`,
        `r.out.gdal -c input=given output=${given} format=GTiff type=Float32`,
      ];
      gdal.run('env', `HOME=${home}`, 'grass', '--tmp-location', above, '--exec', 'sh', '-ec', steps.join('\n'));
      const peer = gdal.samples(given);
      const inside = red.map((value, index) => (Number.isNaN(value) ? NaN : peer[index]!));
      expect(inside.filter(Number.isFinite).length).toBe(37 * 30);
      expect(mostOff(red, inside)).toBeLessThan(1e-5);
    },
    grassPatience,
  );

  test.skipIf(noGrass)(
    `[PRC-033] a scene may be a folder, a zip file or bands alone, and the clearest lies on top${noGrass && ` (skipped: ${noGrass})`}`,
    async () => {
      const area = { type: 'FeatureCollection', features: [box(600_050, 4_999_450, 600_350, 4_999_850)] };
      await own.upload('place.geojson', JSON.stringify(area));
      const correct = async (scenes: string, name: string): Promise<string> => {
        const made = await run('6s-sentinel2', { scene_folder: scenes }, 'file:/data/place.geojson');
        return fetched(made.file!.path, name);
      };
      const folder = gdal.samples(await correct('/data/scenes/', 'of-folder'));
      const files = sentinelFiles(gdal);
      const archive = join(gdal.folder, 'scene.zip');
      const parts = files.map(([name, content]) => [
        name,
        Buffer.from(typeof content === 'string' ? new TextEncoder().encode(content) : content).toString('base64'),
      ]);
      const list = join(gdal.folder, 'parts.json');
      writeFileSync(list, JSON.stringify(parts));
      const zip =
        'import base64, json, sys, zipfile\nwith zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED) as z:\n' +
        '    for n, c in json.load(open(sys.argv[1])): z.writestr(n, base64.b64decode(c))';
      gdal.run('/usr/bin/python3', '-c', zip, list, archive);
      await own.upload(`several/${sentinelName.replace('.SAFE', '.zip')}`, readFileSync(archive));
      const later = sentinelName.replace('20210114', '20210124');
      for (const [name, content] of files)
        await own.upload(
          `several/${name.replaceAll(sentinelName, later)}`,
          typeof content === 'string' ? content.replace('>3.25<', '>80<').replaceAll(/>-1000</g, '>-500<') : content,
        );
      expect(mostOff(gdal.samples(await correct('/data/several/', 'of-several')), folder)).toBe(0);
      await own.upload('alone/T33TXK_20210114T100321_B04.tif', readFileSync(join(gdal.folder, 'T33TXK_B04.tif')));
      const alone = gdal.run('gdalinfo', await correct('/data/alone', 'alone'));
      expect([...alone.matchAll(/Description = (\w+)/g)].map(([, name]) => name)).toEqual(['red']);
    },
    grassPatience,
  );
});
