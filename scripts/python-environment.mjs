// Makes the Python environment of the notebooks' kernels: a virtual environment with kernel/requirements.txt.
// Plain ESM for Node 20 and later, because it runs before the packages are installed.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const requirements = join(repository, 'kernel', 'requirements.txt');
const debianPackages = [
  'python3-ipykernel',
  'python3-numpy',
  'python3-pandas',
  'python3-geopandas',
  'python3-rasterio',
  'python3-xarray',
  'python3-shapely',
  'python3-matplotlib',
  'python3-sklearn',
];
/** Debian's packages without which no environment can be made. */
export const venvPackages = ['python3', 'python3-venv'];
const interpreters = ['/usr/bin/python3', 'python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11'];

/** The folder used when nobody names another: `GROMA_PYTHON_ENV`, else `.cache/python` of the checkout. */
export function pythonEnvironmentFolder() {
  return process.env.GROMA_PYTHON_ENV || join(repository, '.cache', 'python');
}

/**
 * Makes sure that `folder` holds the kernels' Python environment and returns its interpreter.
 *
 * Finished environments carry `.complete` with the hash of what was asked for; one that is unfinished or of another
 * hash is built anew at the same path (the paths inside a virtual environment are absolute). Two processes asking at
 * once build it once. Where PyPI cannot be reached, Debian's packages are taken instead.
 *
 * @param {{ folder?: string, log?: (line: string) => void }} options
 * @returns {Promise<{ python: string | null, problem: string | null, remedy: string | null }>} `python` is null when
 *   kernels cannot run; `problem` and `remedy` are one line each, and may also stand beside a usable `python`
 */
export async function ensurePythonEnvironment({ folder = pythonEnvironmentFolder(), log = () => {} } = {}) {
  const wanted = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
    .slice(0, 16);
  const ready = await readFinished(folder, wanted);
  if (ready) return ready;
  const release = await takeLock(`${folder}.lock`, log);
  try {
    return (await readFinished(folder, wanted)) ?? (await build(folder, wanted, log));
  } finally {
    await release();
  }
}

async function readFinished(folder, wanted) {
  const python = join(folder, 'bin', 'python');
  const made = await readFile(join(folder, '.complete'), 'utf8').catch(() => '');
  const [hash, source] = made.trim().split(' ');
  if (hash !== wanted || !existsSync(python)) return null;
  return source === 'debian' ? { python, ...debianNotice(folder) } : { python, problem: null, remedy: null };
}

function debianNotice(folder) {
  return {
    problem: "PyPI could not be reached, so notebooks use Debian's older Python packages.",
    remedy: `rm -r ${folder} && npm start   # with a network that reaches PyPI`,
  };
}

async function build(folder, wanted, log) {
  const interpreter = (await findInterpreter()) ?? (await installInterpreter(log));
  if (!interpreter) {
    return {
      python: null,
      problem: 'Notebooks cannot run: Python 3.11 or later with its venv module is missing.',
      remedy: `sudo apt-get install -y ${venvPackages.join(' ')}`,
    };
  }
  const pypi = await buildFromPypi(folder, wanted, interpreter, log);
  if (pypi.python) return pypi;
  return (await buildFromDebian(folder, wanted, log)) ?? pypi;
}

async function buildFromPypi(folder, wanted, interpreter, log) {
  try {
    log('Installing the Python environment of the notebooks (about a minute) …');
    await makeVenv(folder, interpreter, []);
    const python = join(folder, 'bin', 'python');
    await run(
      python,
      ['-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check', '-r', requirements],
      { maxBuffer: 1 << 26, timeout: 1_200_000 },
    );
    await finish(folder, `${wanted} pypi`);
    return { python, problem: null, remedy: null };
  } catch (error) {
    return {
      python: null,
      problem: `Notebooks cannot run: installing their Python packages failed (${reasonOf(error)}).`,
      remedy: `rm -rf ${join(repository, '.cache', 'attempts')} && npm start   # with a network that reaches PyPI, or after: sudo apt-get install -y ${debianPackages.join(' ')}`,
    };
  }
}

async function buildFromDebian(folder, wanted, log) {
  const imports = 'import ipykernel, pandas, geopandas, matplotlib';
  const isThere = () =>
    run('/usr/bin/python3', ['-c', imports]).then(
      () => true,
      () => false,
    );
  if (!(await isThere())) {
    if (!(await mayInstall())) return null;
    log("PyPI cannot be reached: taking Debian's Python packages …");
    if (!(await aptInstall(debianPackages)) || !(await isThere())) return null;
  }
  await makeVenv(folder, '/usr/bin/python3', ['--system-site-packages', '--without-pip']);
  // pyproj looks for the data of PROJ below the environment, and Debian's would not find Debian's.
  await mkdir(join(folder, 'share'), { recursive: true });
  await symlink('/usr/share/proj', join(folder, 'share', 'proj'));
  await finish(folder, `${wanted} debian`);
  return { python: join(folder, 'bin', 'python'), ...debianNotice(folder) };
}

async function makeVenv(folder, interpreter, options) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  await run(interpreter, ['-m', 'venv', ...options, folder]);
}

/**
 * Searches the fonts and parses Python's own modules once, here, for every kernel to come; then marks the environment
 * as finished.
 */
async function finish(folder, mark) {
  const fonts = join(folder, 'share', 'groma-fonts');
  await mkdir(fonts, { recursive: true });
  await run(join(folder, 'bin', 'python'), ['-c', 'import matplotlib.font_manager'], {
    env: { ...process.env, MPLCONFIGDIR: fonts },
  });
  // Completions are the better for it, and there without it.
  await run(
    join(folder, 'bin', 'python'),
    ['-c', 'import jedi; jedi.Interpreter("import os\\nos.pa", [{}]).complete()'],
    { env: { ...process.env, XDG_CACHE_HOME: join(folder, 'share', 'groma-parsed') } },
  ).catch(() => undefined);
  await writeFile(join(folder, '.complete'), `${mark}\n`);
}

/** A Python 3.11 or later that can make environments, or null. */
export async function findInterpreter() {
  const test = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';
  for (const interpreter of process.env.GROMA_PYTHON ? [process.env.GROMA_PYTHON] : interpreters) {
    if (
      await run(interpreter, ['-c', test]).then(
        () => true,
        () => false,
      )
    )
      return interpreter;
  }
  return null;
}

async function installInterpreter(log) {
  if (!(await mayInstall())) return null;
  log('Installing Python with apt …');
  return (await aptInstall(venvPackages)) ? findInterpreter() : null;
}

const administrator = process.getuid?.() === 0 ? [] : ['sudo', '-n'];

function mayInstall() {
  const [command, ...words] = [...administrator, 'apt-get', '--version'];
  return run(command, words).then(
    () => true,
    () => false,
  );
}

async function aptInstall(packages) {
  const apt = async (...rest) => {
    const [command, ...words] = [...administrator, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...rest];
    await run(command, words, { maxBuffer: 1 << 26, timeout: 1_200_000 });
  };
  try {
    await apt('update');
    await apt('install', '-y', '--no-install-recommends', ...packages);
    return true;
  } catch {
    return false;
  }
}

/** Waits for another process that builds the same environment; the lock of a process that is gone is taken over. */
async function takeLock(path, log) {
  await mkdir(dirname(path), { recursive: true });
  for (let turn = 0; ; turn += 1) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (turn === 0) log('Waiting for another process that installs the Python environment …');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const owner = Number(await readFile(path, 'utf8').catch(() => '0'));
    if (!isAlive(owner)) await rm(path, { force: true });
  }
}

function isAlive(processId) {
  if (!processId) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

// pip ends with 'No matching distribution' when it could not ask at all; why it could not stands further up.
function reasonOf(error) {
  const text = String(error.stderr || error.message).trim();
  if (/NewConnectionError|ConnectTimeoutError|ProxyError|NameResolutionError/.test(text))
    return 'PyPI cannot be reached';
  return text.split('\n').at(-1).slice(0, 200);
}
