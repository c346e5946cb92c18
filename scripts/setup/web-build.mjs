import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binFolder, cacheFolder, packageEnvironment, root } from './repository.mjs';
import { runCommand } from './run-command.mjs';

const webFolder = join(root, 'apps', 'web');
const built = join(webFolder, 'dist');
const marker = join(built, '.groma-build');
const leftOut = new Set(['node_modules', 'dist', '.types', 'gallery', 'test-results']);

/** Whether the built web application is that of the present sources. */
export function isWebBuildFresh() {
  return existsSync(marker) && readFileSync(marker, 'utf8') === sourceHash();
}

/**
 * Builds the web application when its sources changed. The build takes place aside and is moved in whole, so that a
 * kill in the middle leaves the old one.
 *
 * @param {import('./progress.mjs').Progress} progress
 * @throws {import('./run-command.mjs').CommandFailed}
 */
export async function ensureWebBuild(progress) {
  const hash = sourceHash();
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return;
  await progress.step('Building the web application', async () => {
    const aside = join(cacheFolder, 'web-build');
    const words = ['build', '--outDir', aside, '--emptyOutDir'];
    await runCommand(join(binFolder, 'vite'), words, { cwd: webFolder, env: packageEnvironment(), endsWithUs: true });
    writeFileSync(join(aside, '.groma-build'), hash);
    rmSync(built, { recursive: true, force: true });
    mkdirSync(webFolder, { recursive: true });
    renameSync(aside, built);
  });
}

function sourceHash() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  for (const folder of [webFolder, ...packages.sort()]) {
    for (const path of listFiles(folder))
      hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function listFiles(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return leftOut.has(entry.name) ? [] : listFiles(path);
    return /\.test\.\w+$/.test(entry.name) ? [] : [path];
  });
}
