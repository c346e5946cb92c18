import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProjectId } from '@groma/model';
import { machine, operation, project, projectPackage, type PackageChange } from '@groma/protocol';
import { TestPackageIndex } from '../../../test/package-index.ts';
import { kernelGroup, run, skipReason, startTestKernel, testPythonEnvironment } from '../../../test/test-kernel.ts';
import { TestNotebooks } from '../../../test/test-notebooks.ts';
import type { Person } from '../../../test/test-server.ts';

const index = await TestPackageIndex.open();
let notebooks: TestNotebooks;
TestNotebooks.ofFile(
  (started) => {
    notebooks = started;
  },
  { packages: index.settings() },
);
afterAll(() => {
  index.close();
});

type Asked = Partial<PackageChange>;

const begin = async (asked: Asked, projectId = notebooks.projectId, person = notebooks.owner): Promise<string> =>
  (
    await person.client.call(projectPackage.changePackages, {
      params: { projectId },
      body: asked as PackageChange,
    })
  ).data.operation_id;
const stateOf = async (operationId: string, projectId = notebooks.projectId) =>
  (
    await notebooks.owner.client.call(projectPackage.readPackageLog, {
      params: { projectId, operationId },
      query: { from: 0 },
    })
  ).data;
const ended = async (operationId: string, projectId = notebooks.projectId) => {
  await expect
    .poll(async () => (await stateOf(operationId, projectId)).status, { timeout: 60_000 })
    .toMatch(/Completed|Failed|Canceled/);
  return stateOf(operationId, projectId);
};
const change = async (asked: Asked, projectId?: string) => ended(await begin(asked, projectId), projectId);
const read = async (projectId = notebooks.projectId, person: Person = notebooks.owner) =>
  (await person.client.call(projectPackage.readPackages, { params: { projectId } })).data;
const addedOf = async (projectId?: string) =>
  (await read(projectId)).added.map(({ name, version }) => `${name} ${version}`);
const folderOf = (projectId = notebooks.projectId) =>
  notebooks.server.platform.files.packageFolder(projectId as ProjectId);

async function printed(...lines: string[]): Promise<string> {
  const { runAll, until, text } = await notebooks.open(lines.join('\n'));
  await runAll();
  await until(0, { status: 'completed' });
  return text(0);
}

describe.skipIf(skipReason)(kernelGroup('packages of a project'), { timeout: 120_000 }, () => {
  beforeAll(async () => {
    await notebooks.startMachine();
    index.wheel({ name: 'tinyneed', version: '2.0', code: 'word = "needed"' });
    index.wheel({
      name: 'tiny',
      version: '1.0',
      code: 'import tinyneed\nword = tinyneed.word + " 1"',
      needs: ['tinyneed>=2'],
    });
    index.wheel({ name: 'tiny', version: '1.1', code: 'word = "1.1"' });
    index.wheel({ name: 'click', version: '99.0', code: 'word = "newer"' });
    index.wheel({ name: 'ipython', version: '99.0', code: '' });
    index.wheel({ name: 'wantsipython', version: '1.0', code: '', needs: ['ipython>=99'] });
    index.wheel({ name: 'slow', version: '1.0', code: '' });
  });

  test('[KRN-097] a package and what it needs are installed for all kernels, those that run too, and last', async () => {
    const early = await notebooks.open('import os', 'import tiny\nprint(tiny.word)');
    await early.post({ type: 'Enqueue_Code', blockId: early.blockIds[0]!, code: 'import os' });
    await early.until(0, { status: 'completed' });
    const { status, text } = await change({ requirements: ['tiny == 1.0'] });
    expect([status, text]).toEqual([
      'Completed',
      expect.stringContaining('Successfully installed tiny-1.0 tinyneed-2.0'),
    ]);
    expect((await read()).added).toEqual([
      { name: 'tiny', version: '1.0', isRequested: true },
      { name: 'tinyneed', version: '2.0', isRequested: false },
    ]);
    await early.post({ type: 'Enqueue_Code', blockId: early.blockIds[1]!, code: 'import tiny\nprint(tiny.word)' });
    await early.until(1, { status: 'completed' });
    expect(early.text(1)).toBe('needed 1\n');
    await notebooks.owner.client.call(machine.stopMachine, { params: { projectId: notebooks.projectId } });
    await notebooks.startMachine();
    expect(
      await printed('import tiny', 'print(tiny.word)', '!python -c "import tiny, numpy; print(tiny.word, 2)"'),
    ).toMatch(/^needed 1\r?\nneeded 1 2\r?\n$/);
  });

  test('[KRN-098] an upgrade of a package of the base wins; what kernels are made of keeps its version', async () => {
    const base = (await read()).base.find(({ name }) => name === 'click');
    expect(base?.version).not.toBe('99.0');
    expect((await change({ requirements: ['click'], isUpgrade: true })).status).toBe('Completed');
    expect(await printed('import click', 'print(click.word)')).toBe('newer\n');
    const refused = await change({ requirements: ['wantsipython'] });
    expect([refused.status, refused.failure?.code]).toEqual(['Failed', 'PACKAGE_CONFLICT']);
    expect((await change({ remove: ['click'] })).status).toBe('Completed');
    expect(await printed('import click', 'print(click.__name__, hasattr(click, "word"))')).toBe('click False\n');
  });

  test('[KRN-099] a change that fails or is canceled leaves everything as it was; two wait for each other', async () => {
    const before = await readdir(join(await folderOf(), 'sets'));
    const missing = await change({ requirements: ['nothing-of-that-name'] });
    expect(missing.failure).toEqual({ code: 'PACKAGE_NOT_FOUND', details: { name: 'nothing-of-that-name' } });
    index.held.add('slow');
    const held = index.whenHeld();
    const first = await begin({ requirements: ['slow'] });
    await held;
    const second = await begin({ requirements: ['tiny==1.1'] });
    await expect.poll(async () => (await stateOf(second)).status).toBe('In Progress');
    expect(await readdir(join(await folderOf(), 'sets'))).toEqual(before);
    await notebooks.owner.client.call(operation.cancelOperation, { params: { operationId: first } });
    expect((await ended(first)).status).toBe('Canceled');
    expect(await ended(second)).toMatchObject({
      status: 'Completed',
      text: expect.stringMatching(/^Waiting for another change of packages …\n/) as string,
    });
    index.held.clear();
    expect(await addedOf()).toEqual(['tiny 1.1', 'tinyneed 2.0']);
    expect(await readdir(join(await folderOf(), 'sets'))).toHaveLength(1);
  });

  test('[KRN-100] without the index, wheels of /data are installed; requirements.txt says what is missing', async () => {
    const projectId = await notebooks.owner.makeProject();
    await notebooks.owner.upload(
      projectId,
      '/data/wheels/local-1.0-py3-none-any.whl',
      index.wheel({ name: 'local', version: '1.0', code: '' }),
    );
    await notebooks.owner.upload(projectId, '/data/requirements.txt', '# ours\nlocal>=1\nnumpy\ntiny==1.0 # pinned\n');
    index.asked.length = 0;
    expect((await read(projectId)).requirements).toEqual({
      path: '/data/requirements.txt',
      missing: ['local>=1', 'tiny==1.0'],
      problem: null,
    });
    expect((await read(projectId)).wheels).toEqual(['/data/wheels/local-1.0-py3-none-any.whl']);
    expect((await change({ requirements: ['local'], isOffline: true }, projectId)).status).toBe('Completed');
    expect(index.asked).toEqual([]);
    expect((await read(projectId)).requirements?.missing).toEqual(['tiny==1.0']);
    const whole = await change(
      { files: ['/data/requirements.txt', '/data/wheels/local-1.0-py3-none-any.whl'] },
      projectId,
    );
    expect([whole.status, (await read(projectId)).requirements?.missing]).toEqual(['Completed', []]);
    await notebooks.owner.upload(projectId, '/data/requirements.txt', 'numpy\n-r /etc/passwd\n');
    expect((await read(projectId)).requirements?.problem).toContain('line 2');
  });

  test('[KRN-101] options, addresses and paths elsewhere are refused before anything runs', async () => {
    const tricks = [
      '--target=/data',
      '-r /etc/passwd',
      '-e .',
      'git+https://example.org/a.git',
      'https://example.org/a-1.0-py3-none-any.whl',
      'a @ file:///etc/passwd',
      '/etc/passwd',
      '../a',
      'a --index-url http://127.0.0.1',
      'a; import os',
      'a\n--pre',
    ];
    for (const trick of tricks)
      await expect(begin({ requirements: [trick] }), trick).rejects.toMatchObject({ code: 'PACKAGE_REFUSED' });
    for (const path of ['/etc/passwd', '/data/../etc/passwd', '/data/../../a-1.0-py3-none-any.whl'])
      await expect(begin({ files: [path] }), path).rejects.toMatchObject({ code: 'BAD_PATH' });
    await expect(begin({ remove: ['-r /etc/passwd'] })).rejects.toMatchObject({ code: 'PACKAGE_REFUSED' });
    await expect(begin({})).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  test('[KRN-101] who only reads, or is not there, changes nothing', async () => {
    const [viewer, stranger] = [await notebooks.server.signUp(), await notebooks.server.signUp()];
    await notebooks.server.share(notebooks.owner, notebooks.projectId, viewer, 'PROJECT_VIEWER');
    await expect(begin({ requirements: ['tiny'] }, notebooks.projectId, viewer)).rejects.toMatchObject({ status: 403 });
    expect((await read(notebooks.projectId, viewer)).base.length).toBeGreaterThan(0);
    await expect(read(notebooks.projectId, stranger)).rejects.toMatchObject({ status: 404 });
    const theirs = await stranger.makeProject();
    const { operationId } = (await read()).lastChange!;
    const readLog = (projectId: string, person: Person) =>
      person.client.call(projectPackage.readPackageLog, { params: { projectId, operationId }, query: { from: 0 } });
    expect((await readLog(notebooks.projectId, viewer)).data.text).not.toBe('');
    await expect(readLog(theirs, stranger)).rejects.toMatchObject({ status: 404 });
  });

  test('[KRN-102] code that a build runs sees no project, changes no other set, and reaches the index alone', async () => {
    const other = await notebooks.owner.makeProject();
    await notebooks.owner.upload(other, '/data/secret.txt', 'secret');
    const secret = join(await notebooks.server.platform.files.folderOf(other as ProjectId), 'secret.txt');
    expect(existsSync(secret)).toBe(true);
    const outside = new URL(notebooks.server.origin);
    index.sources(
      'nosy',
      '1.0',
      `
def look():
    import os, socket, urllib.request
    found = {}
    def attempt(name, work):
        try:
            found[name] = str(work())[:80]
        except BaseException as error:
            found[name] = "no"
    attempt("secret", lambda: open(${JSON.stringify(secret)}).read())
    attempt("data", lambda: os.listdir("/data"))
    attempt("base", lambda: open(${JSON.stringify(join(testPythonEnvironment, 'bin', 'nosy'))}, "w"))
    attempt("old", lambda: open("/opt/packages/old/nosy", "w"))
    attempt("server", lambda: socket.create_connection(("127.0.0.1", ${outside.port}), 2))
    proxy = os.environ.get("PIP_PROXY")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": proxy}))
    attempt("byProxy", lambda: opener.open("${notebooks.server.origin}/healthz", timeout=5).read())
    attempt("posted", lambda: opener.open(${JSON.stringify(index.url)}, data=b"x", timeout=5).read())
    def tunnel():
        socket_ = socket.create_connection(("127.0.0.1", int(proxy.rsplit(":", 1)[1])), 5)
        socket_.sendall(b"CONNECT ${new URL(index.url).host} HTTP/1.1\\r\\n\\r\\n")
        return socket_.recv(100).split()[1].decode()
    attempt("tunnel", tunnel)
    attempt("index", lambda: opener.open(${JSON.stringify(index.url)} + "tiny/", timeout=5).status)
    return found
`,
    );
    const made = await change({ requirements: ['nosy'] });
    expect(made).toMatchObject({ status: 'Completed' });
    const [seen, written] = (await printed('import nosy', 'print(nosy.seen)', 'open("/opt/packages/x", "w")')).split(
      '}',
    );
    expect(`${seen}}`).toBe(
      "{'secret': 'no', 'data': 'no', 'base': 'no', 'old': 'no', 'server': 'no', 'byProxy': 'no', 'posted': 'no', 'tunnel': '403', 'index': '200'}",
    );
    expect(written).toContain('Read-only file system');
  });

  test('[KRN-103] more than a project may take is stopped, and the old packages stay', async () => {
    const { config } = notebooks.server.platform;
    const { bytes } = config.packages;
    index.sources(
      'large',
      '1.0',
      'def look():\n    import time\n    with open("/tmp/large", "wb") as file:\n        file.write(bytes(20_000_000))\n    time.sleep(60)\n    return 0\n',
    );
    config.packages.bytes = 1_000;
    // Removing makes room where there is none. What is done before anybody has looked is refused all the same.
    const [removed, quick] = [await change({ remove: ['nosy'] }), await change({ requirements: ['slow'] })];
    config.packages.bytes = 10_000_000;
    const refused = await change({ requirements: ['large'] });
    config.packages.bytes = bytes;
    expect([removed.status, quick.failure?.code, refused.failure?.code]).toEqual([
      'Completed',
      'PACKAGES_LARGE',
      'PACKAGES_LARGE',
    ]);
    expect((await addedOf()).filter((each) => /^(?:large|slow|nosy) /.test(each))).toEqual([]);
  });

  test('[KRN-103] what a build writes into pip’s cache is bounded while it runs', async () => {
    index.sources(
      'hoard',
      '1.0',
      'def look():\n    import time\n    with open("/cache/hoard", "wb") as file:\n        file.truncate(3 * 1024**3)\n    time.sleep(60)\n    return 0\n',
    );
    expect((await change({ requirements: ['hoard'] })).failure?.code).toBe('PACKAGES_LARGE');
    expect(existsSync(join(await folderOf(), 'cache', 'hoard'))).toBe(false);
  });

  test('[KRN-103] a removal that makes the set of another Python anew installs no more than there was', async () => {
    const projectId = await notebooks.owner.makeProject();
    const folder = await folderOf(projectId);
    await mkdir(join(folder, 'sets', 'old', 'lib', 'python2.7', 'site-packages'), { recursive: true });
    const packages = ['Go_Away', 'large'].map((name) => ({ name, version: '1.0', isRequested: true }));
    await writeFile(join(folder, 'sets', 'old', 'set.json'), JSON.stringify({ python: '2.7', packages }));
    await symlink('sets/old', join(folder, 'current'));
    const { config } = notebooks.server.platform;
    const { bytes } = config.packages;
    config.packages.bytes = 1_000;
    const refused = await change({ remove: ['go-away'] }, projectId);
    config.packages.bytes = bytes;
    // Nothing of the name that goes is looked for.
    expect(refused.failure?.code).toBe('PACKAGES_LARGE');
  });

  test('[KRN-104] a copy of a project has its packages', async () => {
    const { owner, projectId } = notebooks;
    await notebooks.open('pass');
    const { data } = await owner.client.call(project.duplicateProject, { params: { projectId }, body: {} });
    await expect.poll(async () => read(data.project_id).catch(() => null), { timeout: 60_000 }).not.toBeNull();
    expect(await addedOf(data.project_id)).toEqual(await addedOf());
    await change({ remove: ['tiny'] }, data.project_id);
    expect(await addedOf()).toContain('tiny 1.1');
    expect(await addedOf(data.project_id)).not.toContain('tiny 1.1');
  });
});

describe.skipIf(skipReason)(kernelGroup('a broken folder of packages'), { timeout: 120_000 }, () => {
  test('[KRN-105] a kernel starts whatever is in it, and modules of Python itself stay', async () => {
    const packageFolder = await notebooks.server.platform.files.packageFolder(
      (await notebooks.owner.makeProject()) as ProjectId,
    );
    const [python] = (await readdir(join(testPythonEnvironment, 'lib'))) as [string];
    const site = join(packageFolder, 'sets', 'bad', 'lib', python, 'site-packages');
    await mkdir(site, { recursive: true });
    for (const name of ['zmq', 'ipykernel', 'IPython', 'traitlets', 'jedi', 'json', 'os', 'groma', 'sitecustomize'])
      await writeFile(join(site, `${name}.py`), 'raise SystemExit("broken")');
    await writeFile(join(site, 'bad.pth'), 'import sys; sys.exit(1)');
    await symlink('sets/bad', join(packageFolder, 'current'));
    const kernel = await startTestKernel({ packageFolder });
    const { text } = await run(kernel, 'import json, os, zmq, IPython\nprint(json.dumps([1]))');
    await kernel.shutdown();
    expect(text).toBe('[1]\n');
  });

  test('[KRN-105] packages that are for another Python are said not to be there', async () => {
    const packageFolder = await notebooks.server.platform.files.packageFolder(
      (await notebooks.owner.makeProject()) as ProjectId,
    );
    await mkdir(join(packageFolder, 'sets', 'old', 'lib', 'python2.7', 'site-packages'), { recursive: true });
    await symlink('sets/old', join(packageFolder, 'current'));
    const kernel = await startTestKernel({ packageFolder });
    const first = await run(kernel, 'print(1)');
    const second = await run(kernel, 'print(2)');
    await kernel.shutdown();
    expect([first.text, second.text]).toEqual([expect.stringContaining('for another version of Python'), '2\n']);
  });
});
