import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataPath, ProjectId } from '@groma/model';
import { conversion, operation, type ConversionFormat } from '@groma/protocol';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startWithProject, type Person, type TestServer } from '../../../test/test-server.ts';

const patient = { timeout: 40_000 };
const sample = readFileSync(join(import.meta.dirname, '../../../../../packages/style/test/polygon-graduated.qml'));

let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => {
  ({ server, ann, projectId } = await startWithProject());
  await ann.upload(projectId, '/data/people.qml', sample);
  await ann.upload(projectId, '/data/broken.sld', '<kml/>');
  await ann.upload(projectId, '/data/large.lyrx', Buffer.alloc(4 * 1024 * 1024 + 1, ' '));
});
afterAll(() => server.close());

const begin = async (input_paths: string[], output_format: ConversionFormat) => {
  const id = crypto.randomUUID();
  const { output_paths: paths } = await ann.client.call(conversion.convertFiles, {
    params: { projectId },
    body: { bucket_name: 'groma', operation_id: id, input_paths, output_format },
  });
  return { id, paths };
};
const endOf = async (operationId: string) => {
  const read = async () =>
    (await ann.client.call(conversion.readFunctionOperation, { params: { operationId } })).data.items[0]!.status;
  await expect.poll(async () => (await read()).phase, patient).toMatch(/Succeeded|Failed/);
  return read();
};

test('[WFL-180] a style becomes one of another format beside it, and the record of its operation says what was lost', async () => {
  const { id, paths } = await begin(['/data/people.qml'], 'sld');
  expect(paths).toEqual(['/data/people.sld']);
  expect(await endOf(id)).toMatchObject({ phase: 'Succeeded' });
  const folder = await server.platform.files.folderOf(projectId as ProjectId);
  expect(readFileSync(join(folder, 'people.sld'), 'utf8')).toContain('<ogc:PropertyName>people</ogc:PropertyName>');
  const { data } = await ann.client.call(operation.readOperation, { params: { operationId: id } });
  expect(JSON.stringify(data)).toContain('people.qml: The layer’s opacity becomes that of each symbol');
  const again = await begin(['/data/people.qml'], 'qml');
  expect(again.paths).toEqual(['/data/people (2).qml']);
  expect(await endOf(again.id)).toMatchObject({ phase: 'Succeeded' });
  expect(await server.platform.files.stat(projectId as ProjectId, '/data/people (2).qml' as DataPath)).toBeDefined();
});

test('[WFL-181] what is no style is refused with its name and why', async () => {
  const broken = await begin(['/data/broken.sld'], 'qml');
  expect((await endOf(broken.id)).message).toBe('"broken.sld" cannot be read: it is no StyledLayerDescriptor.');
  const large = await begin(['/data/large.lyrx'], 'qml');
  expect((await endOf(large.id)).message).toContain('4 MB');
  await ann.upload(projectId, '/data/towns.geojson', '{}');
  await expect(begin(['/data/towns.geojson'], 'sld')).rejects.toMatchObject({
    code: 'NO_CONVERTER',
    message: expect.stringContaining('"towns.geojson" is no style, and styles are made of styles alone.') as string,
  });
});
