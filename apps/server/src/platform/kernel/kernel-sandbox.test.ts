import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalKernelSession } from './kernel-session.ts';
import { kernelGroup, processesOf, run, skipReason, startTestKernel, testLaunch } from '../../../test/test-kernel.ts';

describe.skipIf(skipReason)(kernelGroup('the sandbox of a kernel'), () => {
  let kernel: LocalKernelSession;
  let dataFolder: string;
  let secretFolder: string;

  beforeAll(async () => {
    ({ dataFolder } = await testLaunch());
    secretFolder = await mkdtemp(join(tmpdir(), 'groma-secret-'));
    await writeFile(join(secretFolder, 'secret'), 'of the server');
    process.env['GROMA_TEST_SECRET'] = 'do not leak';
    kernel = await startTestKernel({ dataFolder });
  });

  afterAll(async () => {
    delete process.env['GROMA_TEST_SECRET'];
    await kernel?.shutdown();
    await Promise.all([dataFolder, secretFolder].filter(Boolean).map((folder) => rm(folder, { recursive: true })));
  });

  it('[KRN-002] sees the files of the project at /data, reads and writes them', async () => {
    await writeFile(join(dataFolder, 'places.csv'), 'name\nRoma\n');
    const result = await run(
      kernel,
      'import os, groma\nprint(open("places.csv").read(), os.getcwd(), groma.data)\nopen("/data/made.txt", "w").write("by a notebook")',
    );
    expect(result.text).toContain('name\nRoma\n /data /data');
    expect(await readFile(join(dataFolder, 'made.txt'), 'utf8')).toBe('by a notebook');
  });

  it('[KRN-002] sees nothing of the server: no files, no secrets in the environment, no processes', async () => {
    const code = [
      'import os, json',
      `files = [os.path.exists(path) for path in (${JSON.stringify(join(secretFolder, 'secret'))}, "/root/.profile", "/home", "/var", ${JSON.stringify(join(import.meta.dirname, 'kernel-sandbox.test.ts'))}, "/etc/shadow", "/etc/passwd")]`,
      'processes = [open(f"/proc/{entry}/cmdline").read() for entry in os.listdir("/proc") if entry.isdigit()]',
      'print(json.dumps({"files": files, "secret": os.environ.get("GROMA_TEST_SECRET"), "processes": len(processes), "node": any("vitest" in one for one in processes), "names": sorted(os.listdir("/")), "user": os.getuid()}))',
    ].join('\n');
    const seen = JSON.parse((await run(kernel, code)).text) as Record<string, unknown>;
    expect(seen).toMatchObject({
      files: Array.from({ length: 7 }, () => false),
      secret: null,
      node: false,
      user: 1000,
    });
    expect(seen['processes']).toBeLessThan(6);
    const allowed = [
      'bin',
      'data',
      'dev',
      'etc',
      'lib',
      'lib32',
      'lib64',
      'libx32',
      'opt',
      'proc',
      'run',
      'sbin',
      'tmp',
      'usr',
      ...(await kernelPythonRoots()),
    ];
    for (const name of seen['names'] as string[]) expect(allowed).toContain(name);
  });

  it('[KRN-002] cannot write outside /data and its own temporary folders, gain rights or make namespaces', async () => {
    const code = [
      'import os, subprocess',
      'def attempt(path):',
      '    try:',
      '        open(path, "w"); return True',
      '    except OSError:',
      '        return False',
      'print([attempt(path) for path in ("/new", "/usr/new", "/opt/groma/groma/new", "/dev/new", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/self/oom_score_adj")])',
      'print(attempt("/tmp/new"), attempt("/data/new"))',
      'print([subprocess.run(words, capture_output=True).returncode == 0 for words in (["unshare", "-U", "true"], ["mount", "-t", "tmpfs", "none", "/data"], ["/usr/sbin/chroot", "/data"])])',
    ].join('\n');
    expect((await run(kernel, code)).text.trim().split('\n')).toEqual([
      '[False, False, False, False, False, False, False]',
      'True True',
      '[False, False, False]',
    ]);
  });

  it('[KRN-002] has no network unless the setting gives it one', async () => {
    const code =
      'import os\nprint(sorted(os.listdir("/sys/class/net")) if os.path.exists("/sys") else open("/proc/net/dev").read())';
    expect((await run(kernel, code)).text).not.toMatch(/eth|ens|enp/);
    const connect =
      'import socket\ntry:\n    socket.create_connection(("1.1.1.1", 80), 2); print("through")\nexcept OSError as error:\n    print(error.strerror)';
    expect((await run(kernel, connect)).text).toBe('Network is unreachable\n');
  });

  it('[KRN-002] ends with its server, even when that is killed', async () => {
    const launch = await testLaunch();
    const start = [
      `import { LocalKernelSession } from ${JSON.stringify(join(import.meta.dirname, 'kernel-session.ts'))};`,
      `const launch = ${JSON.stringify(launch)};`,
      `const kernel = await LocalKernelSession.start({ id: 'kernel', notebookId: 'notebook', launch });`,
      `console.log('started');`,
      `await kernel.execute('while True: pass', { onOutput: () => {} });`,
    ].join('\n');
    const server = spawn(process.execPath, ['--input-type=module', '-e', start], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(server.stdout, 'data');
    const processIds = await processesOf(launch.dataFolder);
    expect(processIds).toHaveLength(3);
    server.kill('SIGKILL');
    await once(server, 'exit');
    const isRunning = (id: number) =>
      existsSync(`/proc/${id}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
    for (let turn = 0; turn < 20 && processIds.some(isRunning); turn += 1) await sleep(100);
    expect(processIds.filter(isRunning)).toEqual([]);
  });

  it('[KRN-002] leaves no folder behind when it ends', async () => {
    const before = new Set(await readdir(tmpdir()));
    const short = await startTestKernel({ dataFolder });
    const made = (await readdir(tmpdir())).filter(
      (name) => name.startsWith(`groma-kernel-${process.pid}-`) && !before.has(name),
    );
    expect(made).toHaveLength(1);
    await short.shutdown();
    expect(await readdir(tmpdir())).not.toContain(made[0]);
  });
});

/**
 * First parts of the paths at which the Python installation itself is seen: the environment, and what it was made from.
 */
async function kernelPythonRoots(): Promise<string[]> {
  const environment = dirname(dirname((await testLaunch()).python));
  const madeFrom = /^home\s*=\s*(.+)$/m.exec(readFileSync(join(environment, 'pyvenv.cfg'), 'utf8'))?.[1] ?? '/usr/bin';
  return [environment, madeFrom].map((folder) => folder.split('/')[1] as string);
}
