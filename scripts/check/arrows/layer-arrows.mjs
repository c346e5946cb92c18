import { posix } from 'node:path';
import { judgeFeatureArrow } from './feature-arrows.mjs';
import { floors, isTestFile, placeOf } from './source-role.mjs';

/**
 * The path a relative reference points at, from the root.
 *
 * @param {string} path the importing file
 * @param {import('./read-imports.mjs').ImportReference} reference
 */
export function targetOf(path, reference) {
  const specifier = reference.kind === 'glob' ? reference.specifier.split('*')[0] : reference.specifier.split('?')[0];
  return posix.join(posix.dirname(path), specifier);
}

/**
 * Judges one relative import: extension, workspace, floor, feature and folder of the feature.
 *
 * @param {import('./read-tree.mjs').Workspace} workspace
 * @param {string} path the importing file
 * @param {import('./read-imports.mjs').ImportReference} reference
 * @returns {string | undefined} what is wrong and what to do instead
 */
export function judgeRelativeImport(workspace, path, reference) {
  const { specifier, kind } = reference;
  const target = targetOf(path, reference);
  if (!target.startsWith(`${workspace.folder}/`)) {
    if (kind === 'url' && !isCodeOfOthers(workspace, path, target)) return undefined;
    return `'${specifier}' leaves ${workspace.folder}. Import the package by its name, or move the file.`;
  }
  if (kind !== 'glob' && !workspace.files.has(target)) return judgeMissing(workspace, specifier, target, kind);
  return judgeFloor(path, target) ?? judgeFeatureArrow(path, target);
}

/**
 * Whether a file names several features although only `main`, the sample project and tests may.
 *
 * @param {string} path
 * @param {import('./read-imports.mjs').ImportReference[]} references
 * @returns {{ line: number, text: string } | undefined}
 */
export function judgeSeveralFeatures(path, references) {
  const place = placeOf(path);
  if (!place || isTestFile(path) || place.floor === 'main' || place.floor === 'sample' || place.floor === 'features')
    return undefined;
  const named = new Map();
  for (const reference of references) {
    const feature = reference.specifier.startsWith('.') ? placeOf(targetOf(path, reference))?.feature : undefined;
    if (feature && !named.has(feature)) named.set(feature, reference.line);
  }
  if (named.size < 2) return undefined;
  return {
    line: [...named.values()][1],
    text: `names the features ${[...named.keys()].join(' and ')}. Only main names several: register what is needed there and read the registry here.`,
  };
}

// Folders and data may be named by URL, and tests and scripts start programs of other workspaces; shipped code may not.
function isCodeOfOthers(workspace, path, target) {
  return !isTestFile(path) && path.startsWith(`${workspace.folder}/src/`) && /\.(ts|tsx|mjs|js)$/.test(target);
}

function judgeMissing(workspace, specifier, target, kind) {
  // A URL may name a folder or something that is made at build time; only code must be there.
  if (kind === 'url') return undefined;
  for (const extension of ['.ts', '.tsx', '.mjs']) {
    const meant = target.replace(/\.jsx?$/, '') + extension;
    if (workspace.files.has(meant))
      return `'${specifier}' lacks its extension. Write '${specifier.replace(/\.jsx?$/, '')}${extension}'.`;
  }
  if (workspace.files.has(`${target}/index.ts`)) return `'${specifier}' is a folder. Write '${specifier}/index.ts'.`;
  return `'${specifier}' names no file. Correct the path.`;
}

function judgeFloor(path, target) {
  const from = placeOf(path);
  const to = placeOf(target);
  if (!from) return undefined;
  if (isTestFile(path)) return undefined;
  if (!to)
    return isTestFile(target) ? `'${target}' belongs to the tests. Code that ships may not import it.` : undefined;
  if (from.floor === '' || to.floor === '') return undefined;
  if (from.feature && to.feature && from.feature !== to.feature) {
    return `feature ${from.feature} imports feature ${to.feature}. Features meet in registries, jobs and functions that main hands in; what both need moves to platform or a package.`;
  }
  if (rank(to.floor) >= rank(from.floor)) return undefined;
  return `${from.floor} imports ${to.floor}, which stands above it. Turn the arrow: let ${to.floor} register or hand in what ${from.floor} needs.`;
}

function rank(floor) {
  // The shell and the services are one floor, and neither may lean on the other.
  return floors.indexOf(floor === 'services' ? 'shell' : floor);
}
