import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { file } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { sha256, UploadClient } from '../../../../test/upload-client.ts';

/** A disk of 16 MB for the files, which is really full. */
const disk = mkdtempSync(join(tmpdir(), 'groma-full-disk-'));
let isMounted = false;
let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk], { stdio: 'ignore' });
    isMounted = true;
  } catch {
    return;
  }
  server = await startTestServer({ dataFolder: disk });
  ann = await server.signUp();
  projectId = await ann.makeProject();
});
afterAll(async () => {
  await server?.close();
  if (isMounted) execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

const needsMount = (context: TestContext) => context.skip(!isMounted, 'needs the right to mount a small disk');
const fill = () => {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize));
};
const list = async () =>
  (await ann.client.call(file.listFiles, { params: { projectId } })).data.map(({ path }) => path);

test('[FIL-008] an upload that the disk has no room for is refused before its first byte', async (context) => {
  needsMount(context);
  const total = 17 * 1024 * 1024;
  await expect(
    UploadClient.open(ann, server.origin, projectId, '/data/a.bin', total, { bytes: total }),
  ).rejects.toMatchObject({ code: 'DISK_FULL' });
  const client = await UploadClient.open(ann, server.origin, projectId, '/data/a.bin', total);
  expect(await client.put(0, Buffer.from('x'), { total })).toMatchObject({ status: 507, code: 'DISK_FULL' });
});

test('[FIL-008] a disk that fills in the middle of an upload ends it with a clear message; with room again it goes on to the same bytes', async (context) => {
  needsMount(context);
  const body = randomBytes(4 * 1024 * 1024);
  const client = await UploadClient.open(ann, server.origin, projectId, '/data/b.bin', body.length);
  expect(await client.put(0, new Uint8Array(body.subarray(0, 1_000_000)))).toEqual({
    status: 308,
    received: 1_000_000,
  });
  fill();
  expect(await client.put(1_000_000, new Uint8Array(body.subarray(1_000_000, 3_000_000)))).toMatchObject({
    status: 507,
    code: 'DISK_FULL',
  });
  expect(await list()).toEqual([]);
  unlinkSync(join(disk, 'filler'));
  const { received } = await client.probe();
  expect(await client.put(received, new Uint8Array(body.subarray(received)))).toMatchObject({
    status: 200,
    sha256: sha256(body),
  });
  expect(await list()).toEqual(['/data/b.bin']);
});

test('[FIL-019] a form that fills the disk leaves the file that was there, and nothing half', async (context) => {
  needsMount(context);
  const form = (content: Uint8Array<ArrayBuffer>) => {
    const made = new FormData();
    made.append('filePaths', '/data/b.bin');
    made.append('files', new Blob([content]), 'b.bin');
    return ann.fetch(`/api/gcs/projects/${projectId}/files?replace=true`, { method: 'POST', body: made });
  };
  const before = (await ann.client.call(file.hashFile, { params: { projectId, path: 'data/b.bin' } })).sha256;
  expect(await (await form(new Uint8Array(13 * 1024 * 1024))).json()).toMatchObject({ code: 'DISK_FULL' });
  expect((await ann.client.call(file.hashFile, { params: { projectId, path: 'data/b.bin' } })).sha256).toBe(before);
  expect(await list()).toEqual(['/data/b.bin']);
  expect((await form(new Uint8Array([1, 2, 3]))).status).toBe(200);
});
