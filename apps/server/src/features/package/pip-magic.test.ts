import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notebook, projectPackage, projectTool, tool } from '@groma/protocol';
import { TestPackageIndex } from '../../../test/package-index.ts';
import { kernelGroup, skipReason } from '../../../test/test-kernel.ts';
import { TestMap } from '../../../test/test-map.ts';
import { TestNotebooks } from '../../../test/test-notebooks.ts';

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

/** What the blocks of a notebook print, one after another in one kernel. */
async function printed(...codes: string[]): Promise<string[]> {
  const { until, text, post, blockIds } = await notebooks.open(...codes);
  for (const [at, code] of codes.entries()) {
    await post({ type: 'Enqueue_Code', blockId: blockIds[at]!, code });
    await until(at, { status: 'completed' });
  }
  return codes.map((_code, at) => text(at));
}

const added = async () =>
  (
    await notebooks.owner.client.call(projectPackage.readPackages, { params: { projectId: notebooks.projectId } })
  ).data.added.map(({ name, version }) => `${name} ${version}`);

describe.skipIf(skipReason)(kernelGroup('%pip'), { timeout: 120_000 }, () => {
  beforeAll(async () => {
    index.wheel({ name: 'tiny', version: '1.0', code: 'word = "one"' });
    index.wheel({ name: 'tiny', version: '2.0', code: 'word = "two"' });
    index.wheel({ name: 'other', version: '1.0', code: '' });
    index.wheel({ name: 'slow', version: '1.0', code: '' });
    await notebooks.startMachine();
  });

  test('[NBK-166] installs for the project, shows what pip prints, and the module can be imported at once', async () => {
    const [first, second, third] = await printed(
      '%pip install tiny==1.0\nimport tiny\nprint(tiny.word)',
      '%pip install --upgrade tiny',
      'import tiny\nprint(tiny.word)',
    );
    expect(first).toMatch(/Collecting tiny==1\.0[^]*Successfully installed tiny-1\.0\n[^]*one\n$/);
    expect(second).toContain('Restart the kernel to use tiny 2.0: another version is loaded.');
    expect(third).toBe('one\n');
    expect(await printed('import tiny\nprint(tiny.word)')).toEqual(['two\n']);
  });

  test('[NBK-166] !pip does the same; what is loaded and removed stays until a restart', async () => {
    const [installed, listed, frozen, own, removed] = await printed(
      'def install(name, word):\n  !pip install -q {name}  # quietly\n  !echo {word}\ninstall("other", "said")\nimport other',
      '%pip list',
      '%pip freeze',
      '%pip freeze --local > own.txt\nprint(open("own.txt").read())',
      '!python -m pip uninstall -y other',
    );
    expect(installed).toBe('said\n');
    expect(listed).toMatch(/numpy +\d[^]*other +1\.0/);
    expect(frozen).toMatch(/numpy==\d[^]*other==1\.0/);
    expect(own).toBe('other==1.0\ntiny==2.0\n\n');
    expect(removed).toContain('other stays loaded until the kernel is restarted.');
    expect(await added()).toEqual(['tiny 2.0']);
  });

  test('[NBK-167] requirements.txt beside the code is installed; what cannot be is said without lines of packages', async () => {
    await notebooks.owner.upload(notebooks.projectId, '/data/requirements.txt', 'other\n');
    const [file, option, missing, refused] = await printed(
      '%pip install -r requirements.txt',
      '%pip install --target /data/x tiny',
      '%pip install nothing-like-it',
      '%pip install git+https://example.org/a.git',
    );
    expect(file).toContain('Successfully installed other-1.0');
    expect(option).toBe(
      '%pip install does not take --target here: packages come from the package index, or from files in /data.',
    );
    expect(missing).toContain('“nothing-like-it” wasn’t found');
    expect(refused).toContain('packages come from the package index or from files in /data, not from other addresses.');
    expect(`${missing}${refused}`).not.toContain('Traceback');
  });

  test('[KRN-101] a notebook that runs as a tool changes no packages', async () => {
    const { owner, projectId } = notebooks;
    const map = await TestMap.make(owner, projectId);
    const { data } = await owner.client.call(notebook.createNotebook, {
      params: { projectId },
      body: { name: 'Tool', initialTemplate: [{ type: 'code', props: { code: '%pip install slow' } }] },
    });
    await owner.client.call(projectTool.offerNotebook, {
      params: { notebookId: data.id },
      body: { title: 'Installs', description: 'Tries to.', heading: '' },
    });
    await expect(
      owner.client.call(tool.runTool, {
        params: { toolId: `notebook:${data.id}`, projectId },
        body: { parameters: {}, output: { kind: 'layer', map_id: map.mapId } },
      }),
    ).rejects.toThrow('a notebook that runs as a tool changes no packages');
  });

  test('[NBK-168] a stop of the block cancels the installation', async () => {
    index.held.add('slow');
    const held = index.whenHeld();
    const code = '%pip install slow';
    const { until, post, blockIds, text } = await notebooks.open(code);
    await post({ type: 'Enqueue_Code', blockId: blockIds[0]!, code });
    await held;
    await post({ type: 'Stop_All' });
    await until(0, { status: 'idle' });
    index.held.clear();
    const { data } = await notebooks.owner.client.call(projectPackage.readPackages, {
      params: { projectId: notebooks.projectId },
    });
    expect([data.lastChange?.status, data.added.some(({ name }) => name === 'slow')]).toEqual(['Canceled', false]);
    expect(text(0)).not.toContain('Successfully');
  });
});
