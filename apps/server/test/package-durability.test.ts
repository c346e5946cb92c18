import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectPackage, type PackageChange } from '@groma/protocol';
import { KillableServer } from './killable-server.ts';
import { TestPackageIndex } from './package-index.ts';
import { kernelGroup, skipReason } from './test-kernel.ts';
import { signUp, type Person } from './test-server.ts';

const index = await TestPackageIndex.open();
let server: KillableServer;
let owner: Person;
let projectId: string;

beforeAll(async () => {
  index.wheel({ name: 'tiny', version: '1.0', code: '' });
  index.wheel({ name: 'slow', version: '1.0', code: '' });
  server = await KillableServer.start({ GROMA_PACKAGE_INDEX: index.url });
  owner = await signUp(server.origin);
  projectId = await owner.makeProject();
}, 120_000);

afterAll(async () => {
  index.close();
  await server.remove();
}, 30_000);

const install = async (name: string) =>
  (
    await owner.client.call(projectPackage.changePackages, {
      params: { projectId },
      body: { requirements: [name] } as PackageChange,
    })
  ).data.operation_id;
const statusOf = async (operationId: string) =>
  (
    await owner.client
      .call(projectPackage.readPackageLog, { params: { projectId, operationId }, query: { from: 0 } })
      .catch(() => null)
  )?.data.status;
const added = async () =>
  (await owner.client.call(projectPackage.readPackages, { params: { projectId } })).data.added.map(({ name }) => name);

describe.skipIf(skipReason)(kernelGroup('a kill while packages are installed'), { timeout: 180_000 }, () => {
  test('[KRN-099] leaves the old packages, and the next server goes on with the change', async () => {
    const first = await install('tiny');
    await expect.poll(() => statusOf(first), { timeout: 60_000 }).toBe('Completed');
    index.held.add('slow');
    const held = index.whenHeld();
    const second = await install('slow');
    await held;
    await server.end('SIGKILL');
    const heldAgain = index.whenHeld();
    await server.start();
    expect(await added()).toEqual(['tiny']);
    await heldAgain;
    expect(await added()).toEqual(['tiny']);
    index.release();
    await expect.poll(() => statusOf(second), { timeout: 60_000 }).toBe('Completed');
    expect(await added()).toEqual(['slow', 'tiny']);
  });
});
