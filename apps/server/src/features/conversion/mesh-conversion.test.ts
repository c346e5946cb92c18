import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateBytes } from 'gltf-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProjectId } from '@groma/model';
import { gltfBounds, readContent, readGltfJson, readTileset, sceneExtent } from '@groma/geo';
import { conversion, operation, type ConversionFormat } from '@groma/protocol';
import { skipReason, testPythonEnvironment } from '../../../test/test-kernel.ts';
import { startWithProject, type Person, type TestServer } from '../../../test/test-server.ts';
import { packageFor, refuseWithout, requireForm } from './output-format-table.ts';
import { hasPackage } from '../../platform/python/run-python.ts';

const patient = { timeout: 40_000 };
/** Houses of a town, of the test data of py3dtiles (Apache 2.0). */
const houses = readFileSync(join(import.meta.dirname, '../../../test/meshes/buildings.b3dm'));
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAUCAYAAAC07qxWAAAAH0lEQVR4nGMQ6WmyAeIThGgGYhSBaIZRE0dNHNYmAgAoN0gwYtvDaAAAAABJRU5ErkJggg==',
  'base64',
);
/** A square far out in the north-east, in metres, with a picture on it. */
const square = `mtllib look.mtl
v 500000.125 0 5800000.25
v 500001.125 0 5800000.25
v 500001.125 0 5800001.25
v 500000.125 0 5800001.25
vt 0 0
vt 1 0
vt 1 1
vt 0 1
usemtl roof
f 1/1 2/2 3/3 4/4
`;
const look = 'newmtl roof\nKd 1 1 1\nmap_Kd pictures/roof.png\n';
const tent = `<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2026-01-01T00:00:00</created><modified>2026-01-01T00:00:00</modified><unit meter="0.01" name="cm"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="9">0 0 0 100 0 0 0 0 300</float_array>
<technique_common><accessor source="#a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>`;

test('[WFL-186] without its package in the Python environment a conversion of meshes is refused with its name', () => {
  const form = requireForm('glb');
  expect(packageFor(form, '/data/a.obj')).toBe('trimesh');
  expect(packageFor(requireForm('ply'), '/data/a.obj')).toBe('trimesh');
  expect(packageFor(requireForm('ply'), '/data/a.las')).toBe('laspy');
  expect(() => refuseWithout('trimesh', form)).toThrow('the Python package trimesh is missing');
});

const missing = skipReason ?? ((await hasPackage(testPythonEnvironment, 'trimesh')) ? null : 'no trimesh');
describe.skipIf(missing !== null)(missing ? `meshes (skipped: ${missing})` : 'meshes', () => {
  let server: TestServer;
  let ann: Person;
  let projectId: string;
  let tested: { path: string; low: readonly number[]; high: readonly number[] };
  beforeAll(async () => {
    ({ server, ann, projectId } = await startWithProject({ pythonEnvironment: testPythonEnvironment }));
    await ann.upload(projectId, '/data/houses.b3dm', houses);
    await ann.upload(projectId, '/data/square.obj', square);
    await ann.upload(projectId, '/data/look.mtl', look);
    await ann.upload(projectId, '/data/pictures/roof.png', picture);
    await ann.upload(projectId, '/data/tent.dae', tent);
    await ann.upload(
      projectId,
      '/data/points.ply',
      'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n',
    );
    await ann.upload(
      projectId,
      '/data/packed.gltf',
      '{"asset":{"version":"2.0"},"extensionsRequired":["KHR_draco_mesh_compression"]}',
    );
  });
  afterAll(() => server.close());

  const begin = async (path: string, output_format: ConversionFormat, crs?: string) => {
    const id = crypto.randomUUID();
    const { output_paths } = await ann.client.call(conversion.convertFiles, {
      params: { projectId },
      body: {
        bucket_name: 'groma',
        operation_id: id,
        input_paths: [path],
        output_format,
        output_folder: '/data/made',
        crs,
      },
    });
    return { id, path: output_paths[0]! };
  };
  const convert = async (path: string, format: ConversionFormat, crs?: string) => {
    const { id, path: made } = await begin(path, format, crs);
    const read = async () =>
      (await ann.client.call(conversion.readFunctionOperation, { params: { operationId: id } })).data.items[0]!.status;
    await expect.poll(async () => (await read()).phase, patient).toMatch(/Succeeded|Failed/);
    const { data } = await ann.client.call(operation.readOperation, { params: { operationId: id } });
    const folder = await server.platform.files.folderOf(projectId as ProjectId);
    return {
      path: made,
      file: join(folder, made.slice('/data/'.length)),
      message: (await read()).message,
      remarks: JSON.stringify(data),
    };
  };
  /** What the validator of Khronos says of a model, and the box around it. */
  const check = async (file: string) => {
    const bytes = readFileSync(file);
    const { issues, info } = await validateBytes(new Uint8Array(bytes));
    const { low, high } = gltfBounds(readGltfJson(bytes))!;
    return {
      errors: issues.numErrors,
      triangles: info.totalTriangleCount,
      low,
      high,
    };
  };

  test('[WFL-185] a tile goes through GLB, OBJ, DAE, STL, PLY and glTF with its faces and their places', async () => {
    const first = await convert('/data/houses.b3dm', 'glb');
    expect([first.path, first.message]).toEqual(['/data/made/houses.glb', null]);
    expect(first.remarks).toContain('houses.b3dm: The attributes of its batches are left out.');
    const { low, high, ...facts } = await check(first.file);
    expect(facts).toMatchObject({ errors: 0, triangles: 59 });
    const obj = await convert(first.path, 'obj');
    const dae = await convert(obj.path, 'dae');
    expect([obj.path, obj.message, dae.message]).toEqual(['/data/made/houses (OBJ)/model.obj', null, null]);
    tested = { path: dae.path, low, high };
  });

  test('[WFL-185] and further through STL, PLY and glTF', async () => {
    const stl = await convert(tested.path, 'stl');
    expect(stl.remarks).toContain('STL has no colours, materials and textures');
    const ply = await convert(stl.path, 'ply');
    // PLY becomes PLY as points do, and STL becomes PLY as a mesh.
    const last = await convert(ply.path, 'gltf');
    expect([stl.message, ply.message, last.message]).toEqual([null, null, null]);
    const { errors, triangles, low, high } = await check(last.file);
    expect([errors, triangles]).toEqual([0, 59]);
    low.forEach((value, axis) => expect(value).toBeCloseTo(tested.low[axis]!, 3));
    high.forEach((value, axis) => expect(value).toBeCloseTo(tested.high[axis]!, 3));
  });

  test('[WFL-185] textures beside a source go along, and places far out stay exact in glTF and are told elsewhere', async () => {
    const glb = await convert('/data/square.obj', 'glb');
    const found = await check(glb.file);
    expect(found).toMatchObject({ errors: 0, triangles: 2, low: [500_000.125, 0, 5_800_000.25] });
    expect(JSON.stringify(readGltfJson(readFileSync(glb.file)))).toContain('image/png');
    const obj = await convert(glb.path, 'obj');
    const text = readFileSync(obj.file, 'utf8');
    expect(text).toContain('v 500000.125');
    expect(readFileSync(join(obj.file, '../model.mtl'), 'utf8')).toMatch(/map_Kd \S+\.png/);
    const stl = await convert('/data/square.obj', 'stl');
    expect(stl.remarks).toContain('STL keeps places in single precision: they are moved by up to 0.35.');
  });

  test('[FIL-094] a mesh that is opened becomes a GLB, also a PLY that has faces, with a material that is no metal', async () => {
    const open = async (path: string) => {
      const { data } = await ann.client.call(conversion.openScene, { params: { projectId }, body: { path } });
      const folder = await server.platform.files.folderOf(projectId as ProjectId, data.bucket_name);
      return { ...data, file: join(folder, data.path.slice('/data/'.length)) };
    };
    const corners = '0 0 0\n1 0 0\n0 0 3\n';
    const head = 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n';
    const faces = 'element face 1\nproperty list uchar int vertex_indices\n';
    await ann.upload(projectId, '/data/tent.ply', `${head}${faces}end_header\n${corners}3 0 1 2\n`);
    await ann.upload(projectId, '/data/three.ply', `${head}end_header\n${corners}`);
    await ann.upload(
      projectId,
      '/data/bare.obj',
      'v 0 0 0\nv 1 0 0\nv 0 3 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl gone\nf 1/1 2/2 3/3\n',
    );
    const tented = await open('/data/tent.ply');
    expect(tented).toMatchObject({ is_upright: true });
    expect(await check(tented.file)).toMatchObject({ errors: 0, triangles: 1, high: [1, 0, 3] });
    const { file, ...bare } = await open('/data/bare.obj');
    expect(bare.is_upright).toBe(false);
    const { materials } = readGltfJson(readFileSync(file)) as unknown as {
      materials: { pbrMetallicRoughness: { metallicFactor: number } }[];
    };
    expect(materials[0]!.pbrMetallicRoughness.metallicFactor).toBe(0);
    expect((await open('/data/three.ply')).path).toMatch(/tileset\.json$/);
  });

  test('[WFL-185] COLLADA in centimetres with its height along z is in metres with its height along y', async () => {
    const { file, remarks } = await convert('/data/tent.dae', 'gltf');
    expect(await check(file)).toMatchObject({ errors: 0, triangles: 1 });
    const { low, high } = await check(file);
    [...low, ...high].forEach((value, at) => expect(value).toBeCloseTo([0, 0, 0, 1, 3, 0][at]!, 6));
    expect(remarks).toContain('Its unit of 0.01 m and its axes become metres');
  });

  test('[WFL-217] a mesh becomes tiles on the globe by its coordinate system, and tiles of its own without one', async () => {
    // Three corners in the north-east of Austria, 100 m high, in UTM zone 33 north.
    const corners = [
      [600_000, 5_340_000, 100],
      [600_040.5, 5_340_000, 100],
      [600_000, 5_340_030.25, 112.5],
    ] as const;
    await ann.upload(
      projectId,
      '/data/roof.obj',
      `${corners.map((each) => `v ${each.join(' ')}\n`).join('')}f 1 2 3\n`,
    );
    const tilesOf = async (crs?: string) => {
      const { file, path, message, remarks } = await convert('/data/roof.obj', '3dtiles', crs);
      expect(message).toBeNull();
      const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
      const { root } = readTileset(json);
      const bytes = new Uint8Array(readFileSync(join(file, '..', root.uri!)));
      const [content] = readContent(bytes);
      if (content?.kind !== 'model') throw new Error('no model');
      const { issues } = await validateBytes(content.bytes);
      expect(issues.numErrors).toBe(0);
      return { root, content, path, remarks, extent: sceneExtent(json, bytes) };
    };
    const placed = await tilesOf('EPSG:32633');
    expect(placed.path).toBe('/data/made/roof (3D Tiles)/tileset.json');
    if (placed.extent.kind !== 'globe') throw new Error('not on the globe');
    // As PROJ says: the zone’s middle meridian is 15° east.
    expect(placed.extent.center[0]).toBeCloseTo(16.346_2, 3);
    expect(placed.extent.center[1]).toBeCloseTo(48.205_5, 3);
    expect(placed.extent.low).toBeCloseTo(100, 2);
    // The length of an edge says whether corners are where they were: UTM makes it shorter by 0.28 ‰ here.
    const { low, high } = gltfBounds(readGltfJson(placed.content.bytes))!;
    expect(high[0] - low[0]).toBeGreaterThan(40.4);
    expect(high[1] - low[1]).toBeCloseTo(12.5, 2);
    const own = await tilesOf();
    expect(own.extent.kind).toBe('own');
    expect(own.remarks).toContain('It has no place on the globe');
  });

  test('[WFL-217] tiles are refused where a tile is named, and I3S says what would make it', async () => {
    await expect(begin('/data/houses.b3dm', '3dtiles')).rejects.toMatchObject({
      message: expect.stringContaining('already a subset of 3D Tiles 1.0') as string,
    });
    await expect(begin('/data/roof.obj', 'i3s')).rejects.toMatchObject({
      message: expect.stringContaining('@loaders.gl/tile-converter turns those into I3S') as string,
    });
  });

  test('[WFL-185, WFL-186] what has no faces, is damaged or compressed is told with why, and leaves nothing', async () => {
    expect((await convert('/data/points.ply', 'glb')).message).toBe('"points.ply" cannot be read: it holds no faces.');
    const packed = await convert('/data/packed.gltf', 'stl');
    expect(packed.message).toContain('it is compressed by Draco, which this server cannot read');
    expect(existsSync(packed.file)).toBe(false);
    await expect(begin('/data/look.mtl', 'glb')).rejects.toMatchObject({
      message: expect.stringContaining('of no format of meshes that it reads') as string,
    });
  });
});
