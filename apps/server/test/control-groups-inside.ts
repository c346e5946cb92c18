// Runs in a Linux that has control groups of version 2 alone (control-group-v2.test.ts), and says what it finds as
// lines of JSON.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createControlGroup } from '../src/platform/kernel/control-group.ts';
import { controllerTrees } from '../src/platform/kernel/controller-trees.ts';

const mebibyte = 1024 ** 2;
const service = '/sys/fs/cgroup/groma.service';
const say = (name: string, value: unknown) => process.stdout.write(`FOUND ${JSON.stringify({ [name]: value })}\n`);
const textOf = (path: string) => readFileSync(path, 'utf8').trim();

/** What a program in the group says, and how it ends. */
async function runInside(joinFiles: readonly string[], script: string): Promise<string> {
  const child = spawn('/bin/sh', ['-c', `${joinFiles.map((file) => `echo $$ > '${file}'; `).join('')}${script}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return `${said.trim()} ${signal ?? code}`.trim();
}

// As systemd does for a service with Delegate=yes: a group of its own, with this process in it.
writeFileSync('/sys/fs/cgroup/cgroup.subtree_control', '+pids +memory +cpu');
mkdirSync(service);
writeFileSync(join(service, 'cgroup.procs'), String(process.pid));
const trees = controllerTrees();
say('trees', trees);
say('own', textOf('/proc/self/cgroup'));
const limits = { machine: 'one', memoryBytes: 64 * mebibyte, tasks: 20 };
const group = (await createControlGroup('/run/groma-kernel-1-first', limits, trees))!;
const other = (await createControlGroup('/run/groma-kernel-1-second', limits, trees))!;
const kernel = dirname(group.joinFiles[0]!);
say('limits', {
  memory: textOf(join(kernel, '../memory.max')),
  tasks: textOf(join(kernel, 'pids.max')),
  endsWhole: textOf(join(kernel, 'memory.oom.group')),
});
say('tasks', await runInside(group.joinFiles, 'for i in $(seq 40); do sleep 5 & done; echo all'));
const sleeping = runInside(other.joinFiles, 'sleep 3; echo slept');
say(
  'memory',
  await runInside(
    group.joinFiles,
    `sleep 60 & exec '${process.execPath}' -e 'const kept = []; for (;;) kept.push(Buffer.alloc(10e6, 1))'`,
  ),
);
say('hasRunOut', [group.hasRunOut(), other.hasRunOut()]);
say('other', await sleeping);
await Promise.all([group.remove(), other.remove()]);
say('left', existsSync(service) ? readdirSync(service).filter((name) => name.startsWith('groma-kernel')) : null);
