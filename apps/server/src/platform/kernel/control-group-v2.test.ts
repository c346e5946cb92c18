import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** User-mode Linux, of Debian's package `user-mode-linux`: a Linux as a program, on any Linux and for any user. */
const program = process.env['GROMA_TEST_LINUX'] ?? '/usr/bin/linux.uml';
const inside = join(import.meta.dirname, '../../../test/control-groups-inside.ts');

/**
 * Starts the script on a Linux of its own, which sees this computer's files read-only and has control groups of version
 * 2.
 */
async function runOnOwnLinux(): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'groma-linux-'));
  const init = join(folder, 'init');
  await writeFile(
    init,
    [
      '#!/bin/sh',
      'export PATH=/usr/sbin:/usr/bin:/sbin:/bin',
      'mount -t proc proc /proc',
      'mount -t sysfs sys /sys',
      'mount -t cgroup2 none /sys/fs/cgroup',
      'mount -t tmpfs tmpfs /run',
      `'${process.execPath}' --disable-warning=ExperimentalWarning '${inside}' 2>&1`,
      'poweroff -f',
      '',
    ].join('\n'),
    { mode: 0o755 },
  );
  try {
    const { stdout } = await promisify(execFile)(
      program,
      [
        'mem=768M',
        'rootfstype=hostfs',
        'rootflags=/',
        'ro',
        `init=${init}`,
        `uml_dir=${folder}`,
        'con=null',
        'con0=null,fd:1',
      ],
      { timeout: 100_000, maxBuffer: 2 ** 24 },
    );
    const found = stdout
      .split('\n')
      .flatMap((line) => (line.startsWith('FOUND ') ? [JSON.parse(line.slice(6)) as object] : []));
    if (found.length === 0) throw new Error(`It found nothing: ${stdout.slice(-2_000)}`);
    return Object.assign({}, ...found) as Record<string, unknown>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test(
  '[KRN-063] [KRN-064] version 2 of control groups keeps memory and tasks of kernels, in a group that was handed over',
  { timeout: 120_000 },
  async (context) => {
    context.skip(!existsSync(program), 'needs user-mode-linux');
    const service = '/sys/fs/cgroup/groma.service';
    expect(await runOnOwnLinux()).toEqual({
      trees: [{ version: 2, folder: service, controllers: ['pids', 'memory', 'cpu'] }],
      own: '0::/groma.service/groma-server',
      limits: { memory: String(128 * 1024 ** 2), tasks: '20', endsWhole: '1' },
      tasks: expect.stringMatching(/fork/i) as string,
      memory: 'SIGKILL',
      hasRunOut: [true, false],
      other: 'slept 0',
      left: [],
    });
  },
);
