import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { DataPath, ProjectId } from '@groma/model';
import { conversion, operation, type ConversionFormat } from '@groma/protocol';
import { skipReason, testPythonEnvironment } from '../../../test/test-kernel.ts';
import { startWithProject, type Person, type TestServer } from '../../../test/test-server.ts';
import { packageFor, refuseWithout, requireForm } from './output-format-table.ts';
import { hasPackage, runPython } from '../../platform/python/run-python.ts';

const patient = { timeout: 40_000 };
/** A thousand points of a survey in feet, LAS 1.4, of the test data of laspy (BSD). */
const survey = readFileSync(join(import.meta.dirname, '../../../test/clouds/new-mexico.laz'));

/** Reads results as laspy does, and tiles by their specification, and prints what it finds. */
const reader = `
import json, os, struct, sys
import laspy, numpy, pyproj
def places(path):
    with open(path, "rb") as file: data = file.read()
    assert data[:4] == b"pnts" and struct.unpack("<I", data[8:12])[0] == len(data)
    head = struct.unpack("<4I", data[12:28])
    table = json.loads(data[28:28 + head[0]])
    return numpy.frombuffer(data, "<f4", table["POINTS_LENGTH"] * 3, 28 + head[0]).reshape(-1, 3) + numpy.array(table["RTC_CENTER"])
def gather(folder, tile, most):
    assert tile["geometricError"] <= most
    found = [places(os.path.join(folder, tile["content"]["uri"]))] if "content" in tile else []
    for child in tile.get("children", []): found += gather(folder, child, tile["geometricError"])
    box = numpy.array(tile["boundingVolume"]["box"])
    for each in found: assert (abs(each - box[:3]) <= box[[3, 7, 11]] + 1e-3).all()
    return found
source, path = laspy.read(sys.argv[1]), sys.argv[2]
if path.endswith(".json"):
    with open(path) as file: tileset = json.load(file)
    found = numpy.concatenate(gather(os.path.dirname(path), tileset["root"], tileset["geometricError"]))
    crs = source.header.parse_crs()
    foot = crs.axis_info[0].unit_conversion_factor
    to = pyproj.Transformer.from_crs(crs.to_3d(), "EPSG:4978", always_xy=True)
    wanted = numpy.column_stack(to.transform(source.x, source.y, numpy.array(source.z) * foot))
    from scipy.spatial import cKDTree
    print(json.dumps([tileset["asset"]["version"], len(found), float(cKDTree(found).query(wanted)[0].max() * 1000)]))
else:
    made = laspy.read(path)
    crs = made.header.parse_crs()
    error = float(abs(made.xyz - source.xyz).max())
    is_same = (made.intensity == source.intensity).all().item()
    print(json.dumps([len(made), error, is_same, crs is not None and crs.name]))
`;

test('[WFL-184] without its package in the Python environment a conversion of points is refused with its name', async () => {
  expect(await hasPackage('/nowhere', 'laspy')).toBe(false);
  const form = requireForm('laz');
  expect(packageFor(form, '/data/a.las')).toBe('laspy');
  expect(() => refuseWithout('laspy', form)).toThrow('the Python package laspy is missing');
});

const missing = skipReason ?? ((await hasPackage(testPythonEnvironment, 'laspy')) ? null : 'no laspy');
const group = missing ? `point clouds (skipped: ${missing})` : 'point clouds';
describe.skipIf(missing !== null)(group, () => {
  let server: TestServer;
  let ann: Person;
  let projectId: string;
  beforeAll(async () => {
    ({ server, ann, projectId } = await startWithProject());
    await ann.upload(projectId, '/data/survey.laz', survey);
    await ann.upload(projectId, '/data/cut.laz', survey.subarray(0, 6_000));
    await ann.upload(projectId, '/data/plain.xyz', 'x,y,z,reflectance\n1.5,2,3,0.25\n4,5.25,six,1\n7,8,9,2\n');
    await ann.upload(projectId, '/data/tile.pnts', 'pnts');
  });
  afterAll(() => server.close());

  const begin = async (path: string, output_format: ConversionFormat, more: object = {}) => {
    const id = crypto.randomUUID();
    const { output_paths } = await ann.client.call(conversion.convertFiles, {
      params: { projectId },
      body: { bucket_name: 'groma', operation_id: id, input_paths: [path], output_format, ...more },
    });
    return { id, path: output_paths[0]! };
  };
  const convert = async (path: string, format: ConversionFormat, more: object = {}) => {
    const begun = await begin(path, format, more);
    const read = async () =>
      (await ann.client.call(conversion.readFunctionOperation, { params: { operationId: begun.id } })).data.items[0]!
        .status;
    await expect.poll(async () => (await read()).phase, patient).toMatch(/Succeeded|Failed/);
    const { data } = await ann.client.call(operation.readOperation, { params: { operationId: begun.id } });
    return { ...begun, message: (await read()).message, remarks: JSON.stringify(data) };
  };
  const onDisk = async (path: string) =>
    join(await server.platform.files.folderOf(projectId as ProjectId), path.slice('/data/'.length));
  const readBack = async (path: string): Promise<unknown> => {
    const python = join(testPythonEnvironment, 'bin', 'python');
    const [source, made] = [await onDisk('/data/survey.laz'), await onDisk(path)];
    return JSON.parse(execFileSync(python, ['-c', reader, source, made]).toString()) as unknown;
  };
  const system = 'NAD83(HARN) / New Mexico Central (ftUS)';

  test('[WFL-182] points of LAZ go through LAS, PLY and XYZ and back, with places, intensity and system', async () => {
    const las = await convert('/data/survey.laz', 'las');
    expect([las.path, las.message]).toEqual(['/data/survey.las', null]);
    expect(await readBack(las.path)).toEqual([1_000, 0, true, system]);
    const ply = await convert('/data/survey.laz', 'ply', { output_folder: '/data/made' });
    expect(ply.message).toBe(null);
    const again = await convert(ply.path, 'laz');
    expect(again.message).toBe(null);
    const [count, moved, isSame, named] = (await readBack(again.path)) as [number, number, boolean, string];
    expect([count, isSame, named]).toEqual([1_000, true, system]);
    expect(moved).toBeLessThan(1e-4);
    const xyz = await convert('/data/survey.laz', 'xyz');
    expect(xyz.remarks).toContain(`The coordinate system “${system}” is not in an XYZ file`);
    const back = await convert(xyz.path, 'laz', { crs: 'EPSG:2903' });
    expect(back.path).toBe('/data/survey (2).laz');
    expect(await readBack(back.path)).toEqual([1_000, expect.closeTo(0, 3), true, system]);
  });

  test('[WFL-182] lines of text without three numbers are left out and counted, and other columns are kept', async () => {
    const { message, path, remarks } = await convert('/data/plain.xyz', 'ply');
    expect(message).toBe(null);
    expect(remarks).toContain('plain.xyz: Lines without three numbers are left out: 1.');
    const text = readFileSync(await onDisk(path), 'latin1');
    expect(text).toMatch(/element vertex +2\n/);
    expect(text).toContain('property double reflectance\n');
  });

  test('[WFL-183] points become a folder of tiles that has each of them, moved by less than a millimetre', async () => {
    const { path, message, remarks } = await convert('/data/survey.laz', '3dtiles');
    expect([path, message]).toEqual(['/data/survey (3D Tiles)/tileset.json', null]);
    expect(remarks).toContain('in the unit US survey foot');
    const [version, count, moved] = (await readBack(path)) as [string, number, number];
    expect([version, count]).toEqual(['1.0', 1_000]);
    expect(moved).toBeLessThan(1);
    const second = await convert('/data/survey.laz', '3dtiles');
    expect(second.path).toBe('/data/survey (3D Tiles) (2)/tileset.json');
    expect(existsSync(await onDisk(second.path))).toBe(true);
  });

  test('[FIL-094] a cloud that is opened becomes tiles in metres for a while, made once, also where it says no system', async () => {
    const look = async (path: string) => {
      const { data } = await ann.client.call(conversion.openScene, { params: { projectId }, body: { path } });
      const folder = await server.platform.files.folderOf(projectId as ProjectId, data.bucket_name);
      return { ...data, file: join(folder, data.path.slice('/data/'.length)) };
    };
    const count = async () =>
      (await ann.client.call(operation.listOperations, { params: { projectId } })).data.filter(
        ({ title }) => title === 'Convert survey.laz',
      ).length;
    const before = await count();
    const seen = await look('/data/survey.laz');
    const { root } = JSON.parse(readFileSync(seen.file, 'utf8')) as { root: { boundingVolume: { box: number[] } } };
    const [x, y] = root.boundingVolume.box;
    expect(Math.hypot(x!, y!)).toBeLessThan(10_000);
    expect((await look('/data/survey.laz')).path).toBe(seen.path);
    expect(await count()).toBe(before + 1);
    expect(existsSync((await look('/data/plain.xyz')).file)).toBe(true);
    await expect(look('/data/cut.laz')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    await expect(look('/data/nothing.laz')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await ann.upload(projectId, '/data/a.md', 'text');
    await expect(look('/data/a.md')).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  test('[WFL-184] a conversion that is stopped ends its program, and is no failure of the file', async () => {
    const folder = await mkdtemp(join(inject('testFolder'), 'stopped-'));
    const source = join(folder, 'long.xyz');
    await writeFile(source, '1 2 3\n'.repeat(4_000_000));
    const stop = new AbortController();
    const running = runPython({
      environment: testPythonEnvironment,
      program: 'point_cloud',
      source,
      folder,
      output: 'result.laz',
      words: ['laz'],
      name: 'long.xyz',
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('stopped')),
    });
    await expect(running).rejects.toThrow('stopped');
    expect(existsSync(join(folder, 'result.laz'))).toBe(false);
  });

  test('[WFL-182, WFL-183] what cannot be read or placed is told with why, and leaves nothing', async () => {
    const cut = await convert('/data/cut.laz', 'las');
    expect(cut.message).toMatch(/^"cut.laz" cannot be read: it (is damaged|ends) after /);
    const plain = await convert('/data/plain.xyz', '3dtiles');
    expect(plain.message).toContain('it does not say which coordinate system it is in');
    const { files } = server.platform;
    expect(await files.stat(projectId as ProjectId, '/data/cut.las' as DataPath)).toBeUndefined();
    expect(await files.stat(projectId as ProjectId, '/data/plain (3D Tiles)' as DataPath)).toBeUndefined();
    await expect(begin('/data/tile.pnts', '3dtiles')).rejects.toMatchObject({
      message: expect.stringContaining('already a subset of 3D Tiles 1.0') as string,
    });
  });
});
