import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { controllerTrees } from './controller-trees.ts';

let mount: string;
beforeEach(() => {
  mount = mkdtempSync(join(tmpdir(), 'groma-trees-'));
});
afterEach(() => {
  rmSync(mount, { recursive: true });
});

/** The files that Linux shows in a group; what is written into them stays as text. */
const group = (path: string, files: Record<string, string>) => {
  for (const [name, text] of Object.entries({ 'cgroup.procs': '', ...files })) {
    mkdirSync(dirname(join(mount, path, name)), { recursive: true });
    writeFileSync(join(mount, path, name), text);
  }
};
const read = (path: string) => readFileSync(join(mount, path), 'utf8');

test('[KRN-063] version 1: each controller below our own group of its own tree', () => {
  group('pids/own', {});
  group('memory', {});
  expect(
    controllerTrees(mount, ['9:name=systemd:/', '8:pids:/own', '4:memory:/', '2:cpu,cpuacct:/there/is/none', '0::/']),
  ).toEqual([
    { version: 1, folder: join(mount, 'pids/own'), controllers: ['pids'] },
    { version: 1, folder: join(mount, 'memory'), controllers: ['memory'] },
  ]);
});

test('[KRN-063] version 2: a group that systemd has handed over is used as it is', () => {
  group('groma.service', {
    'cgroup.type': 'domain',
    'cgroup.controllers': 'cpu io memory pids\n',
    'cgroup.subtree_control': 'cpu memory pids\n',
  });
  expect(controllerTrees(mount, ['0::/groma.service'])).toEqual([
    { version: 2, folder: join(mount, 'groma.service'), controllers: ['pids', 'memory', 'cpu'] },
  ]);
  expect(existsSync(join(mount, 'groma.service/groma-server'))).toBe(false);
});

test('[KRN-063] version 2: the processes of our own group move aside before its controllers are turned on', () => {
  group('scope', {
    'cgroup.type': 'domain',
    'cgroup.controllers': 'memory pids\n',
    'cgroup.subtree_control': '',
    'cgroup.procs': '4711\n',
  });
  controllerTrees(mount, ['0::/scope']);
  expect(read('scope/groma-server/cgroup.procs')).toBe('4711');
  expect(read('scope/cgroup.subtree_control')).toBe('+pids +memory');
});

test('[KRN-063] where no group may be made there is none', () => {
  expect(controllerTrees(mount, ['0::/elsewhere'])).toEqual([]);
  expect(controllerTrees(mount, [''])).toEqual([]);
});
