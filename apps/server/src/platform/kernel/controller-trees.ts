import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The controllers that kernels need: processes, memory, and an equal turn at the processors. */
const wanted = ['pids', 'memory', 'cpu'] as const;
type Controller = (typeof wanted)[number];

/** A folder in which this user may make control groups, and what can be limited there. */
export interface ControllerTree {
  version: 1 | 2;
  folder: string;
  controllers: Controller[];
}

/**
 * Where the processes of this server wait that are not kernels: version 2 has no processes beside groups with
 * controllers.
 */
const ownGroup = 'groma-server';

/**
 * Where control groups can be made, by the lines of `/proc/self/cgroup`: always below our own group, so that what
 * limits that limits kernels too. Version 1 has a tree for each controller, version 2 one for all; empty where this
 * user may make none.
 */
export function controllerTrees(
  mount = '/sys/fs/cgroup',
  lines = readText('/proc/self/cgroup').split('\n'),
): ControllerTree[] {
  const version1 = wanted.flatMap((controller): ControllerTree[] => {
    const own = lines
      .map((line) => /^\d+:([^:]+):(.*)$/.exec(line))
      .find((parts) => parts?.[1]?.split(',').includes(controller))?.[2];
    const folder = own === undefined ? null : resolve(mount, controller, `.${own}`);
    return folder !== null && isWritable(folder) ? [{ version: 1, folder, controllers: [controller] }] : [];
  });
  if (version1.length > 0) return version1;
  const own = lines.map((line) => /^0::(.*)$/.exec(line)?.[1]).find((path) => path !== undefined);
  if (own === undefined) return [];
  const inside = resolve(mount, `.${own}`);
  const candidates = [
    basename(inside) === ownGroup ? dirname(inside) : inside,
    ...(process.getuid?.() === 0 ? [mount] : []),
  ];
  for (const folder of candidates) {
    const controllers = delegate(folder);
    if (controllers.length > 0) return [{ version: 2, folder, controllers }];
  }
  return [];
}

/**
 * SerialQueue the controllers of a group on for the groups inside it; gives those that are on, none where it may not be
 * changed.
 */
function delegate(folder: string): Controller[] {
  if (!isWritable(folder)) return [];
  const here = readText(join(folder, 'cgroup.controllers')).split(/\s+/);
  const offered = wanted.filter((each) => here.includes(each));
  const areOn = (): Controller[] => {
    const on = readText(join(folder, 'cgroup.subtree_control')).split(/\s+/);
    return offered.filter((each) => on.includes(each));
  };
  if (areOn().length === offered.length) return offered;
  try {
    // The root of all groups is the one that may hold processes as well.
    if (existsSync(join(folder, 'cgroup.type'))) moveProcesses(folder);
    writeFileSync(join(folder, 'cgroup.subtree_control'), offered.map((each) => `+${each}`).join(' '));
  } catch {
    // What is on without it is still of use.
  }
  return areOn();
}

function moveProcesses(folder: string): void {
  const target = join(folder, ownGroup);
  mkdirSync(target, { recursive: true });
  // Those that are moved may start others meanwhile.
  for (let turn = 0; turn < 5; turn += 1) {
    const ids = readText(join(folder, 'cgroup.procs')).split('\n').filter(Boolean);
    if (ids.length === 0) return;
    for (const id of ids) {
      try {
        writeFileSync(join(target, 'cgroup.procs'), id);
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    accessSync(join(folder, 'cgroup.procs'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
