import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { forgetFailure, recentFailure, rememberFailure } from './attempt-memory.mjs';
import { findProgram } from './find-program.mjs';
import { runCommand } from './run-command.mjs';

/**
 * @typedef {{ name: string, program: string, file?: string, purpose: string, without: string }} SystemPackage `name` is
 * Debian's; `file` is looked for instead of the program, where that alone says too little; `without` says what does not
 * work when it is missing
 */

/** @type {SystemPackage[]} */
export const startPackages = [
  {
    name: 'gdal-bin',
    program: 'ogr2ogr',
    purpose: 'GDAL',
    without: 'Shapefile, GeoPackage, KML and the conversions do not work',
  },
  {
    name: 'proj-bin',
    program: 'projinfo',
    purpose: 'projinfo',
    without: 'the accuracy of positions in national coordinate systems is not reported',
  },
  {
    name: 'grass-core',
    program: 'grass',
    purpose: 'GRASS',
    without: 'atmospheric correction by 6S does not work',
  },
  { name: 'bubblewrap', program: 'bwrap', purpose: 'bubblewrap', without: 'notebooks cannot run code' },
  {
    name: 'slirp4netns',
    program: 'slirp4netns',
    purpose: 'slirp4netns',
    without: 'notebooks cannot have a network, and MotherDuck does not work',
  },
];

/** @type {SystemPackage[]} */
export const testPackages = [
  ...startPackages,
  {
    name: 'postgresql-15-postgis-3',
    program: 'postgres',
    file: '/usr/share/postgresql/15/extension/postgis.control',
    purpose: 'PostGIS',
    without: 'the tests of PostgreSQL databases are skipped',
  },
  { name: 'chromium', program: 'chromium', purpose: 'Chromium', without: 'the browser tests are skipped' },
  {
    name: 'chromium-headless-shell',
    program: 'chromium-headless-shell',
    purpose: 'Chromium without a window',
    without: 'the browser tests take longer',
  },
];

/** The command by which a person mends it. @param {string[]} names */
export function installCommand(names) {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  return `${sudo}apt-get install -y ${names.join(' ')}`;
}

/**
 * Installs the packages that are missing with apt where that is possible, and else says in one line each what is
 * missing; never throws, because the rest works without them.
 *
 * @param {import('./progress.mjs').Progress} progress
 * @param {SystemPackage[]} packages
 */
export async function ensureSystemPackages(progress, packages) {
  const missing = packages.filter((one) => (one.file ? !existsSync(one.file) : !findProgram(one.program)));
  if (missing.length === 0) return;
  const names = missing.map((one) => one.name);
  const problem = recentFailure(`apt-${names.join('-')}`)?.problem ?? (await tryInstall(progress, names));
  if (problem === undefined) return;
  for (const one of missing) {
    progress.note(`${one.purpose} is missing (${problem}): ${one.without}. To mend it: ${installCommand([one.name])}`);
  }
}

/** @returns {Promise<string | undefined>} why it did not work */
async function tryInstall(progress, names) {
  const prefix = administrator();
  if (!findProgram('apt-get')) return 'there is no apt-get here';
  if (!prefix) return 'only root may install it';
  const memory = `apt-${names.join('-')}`;
  try {
    await progress.step(`Installing ${names.join(', ')} with apt`, (say) => install(prefix, names, say));
    forgetFailure(memory);
    return undefined;
  } catch (error) {
    const problem = error.lines?.findLast((line) => line.startsWith('E:')) ?? 'apt-get could not install it';
    rememberFailure(memory, { problem, remedy: installCommand(names) });
    return problem;
  }
}

async function install(prefix, names, say) {
  const apt = (...words) => {
    const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...words];
    return runCommand(command, rest, { onLine: (line) => sayPercent(line, say) });
  };
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', '-o', 'APT::Status-Fd=1', '-o', 'Dpkg::Use-Pty=0', ...names);
}

// Lines such as `dlstatus:3:41.2:Retrieving file …` and `pmstatus:gdal-bin:63.1:Unpacking …`.
function sayPercent(line, say) {
  const match = /^(dl|pm)status:[^:]*:(\d+)/.exec(line);
  if (match) say(`${match[1] === 'dl' ? 'downloading' : 'unpacking'} ${match[2]} %`);
}

/** The words before a command that make it run as root; nothing when that needs a password. */
function administrator() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}
