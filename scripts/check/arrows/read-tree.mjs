import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Workspace
 * @property {string} folder where it lies, from the root, with forward slashes
 * @property {string} name its short name: `geo`, `web`, `e2e`
 * @property {Record<string, any>} manifest its package.json
 * @property {Map<string, string>} sources path from the root → text of each source file
 * @property {Set<string>} files paths from the root of all its files
 *
 * @typedef {{ workspaces: Workspace[], rootManifest: Record<string, any> }} SourceTree
 */

const leftOut = new Set(['node_modules', 'dist', '.types', '.cache', 'test-results', 'data']);
const sourceName = /(?<!\.d)\.(ts|tsx|mts|mjs|js|jsx)$/;

/**
 * Reads the workspaces of a checkout, and `scripts` as if it were one (its packages are those of the root).
 *
 * @param {string} root
 * @returns {SourceTree}
 */
export function readTree(root) {
  const rootManifest = readJson(join(root, 'package.json'));
  const folders = rootManifest.workspaces.flatMap((pattern) => expandPattern(root, pattern));
  const workspaces = folders.map((folder) => readWorkspace(root, folder, readJson(join(root, folder, 'package.json'))));
  workspaces.push(readWorkspace(root, 'scripts', { ...rootManifest, name: '@groma/scripts' }));
  return { workspaces, rootManifest };
}

function expandPattern(root, pattern) {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  return readdirSync(join(root, parent))
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
}

function readWorkspace(root, folder, manifest) {
  const files = new Set(listFiles(root, folder));
  const sources = new Map();
  for (const path of files) {
    if (sourceName.test(path) && !path.includes('/public/')) sources.set(path, readFileSync(join(root, path), 'utf8'));
  }
  return { folder, name: folder.split('/').at(-1), manifest, sources, files };
}

function listFiles(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    // `src/features/dataset/data` is a folder like any other: only the top of a workspace holds things made by tools.
    const isMade = leftOut.has(entry.name) && (entry.name === 'node_modules' || folder.split('/').length <= 2);
    return isMade ? [] : listFiles(root, path);
  });
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
