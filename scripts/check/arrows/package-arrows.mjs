import { builtinModules } from 'node:module';
import { isTestFile } from './source-role.mjs';

/** Which workspaces of ours a workspace may import. What is not named here is forbidden. */
const packageArrows = {
  model: [],
  protocol: ['model'],
  geo: ['model'],
  raster: ['geo', 'model'],
  style: [],
  ui: [],
  web: ['ui', 'protocol', 'raster', 'geo', 'model'],
  server: ['protocol', 'raster', 'geo', 'style', 'model'],
  cli: ['protocol', 'model'],
  e2e: ['protocol', 'model', 'geo'],
  bench: ['protocol', 'model', 'geo'],
  scripts: [],
};

/** Workspaces whose code also runs in a browser, so that Node's modules are out of reach. */
const browserWorkspaces = new Set(['model', 'protocol', 'geo', 'raster', 'style', 'ui', 'web']);

const nodeModules = new Set(builtinModules);

/**
 * Judges one import of a package (not of a file): may the arrow be drawn, is the public door taken, is the package
 * declared where it is used.
 *
 * @param {import('./read-tree.mjs').SourceTree} tree
 * @param {import('./read-tree.mjs').Workspace} workspace
 * @param {string} path the importing file
 * @param {import('./read-imports.mjs').ImportReference} reference
 * @returns {string | undefined} what is wrong and what to do instead
 */
export function judgePackageImport(tree, workspace, path, reference) {
  const { specifier } = reference;
  if (specifier.startsWith('virtual:')) return undefined;
  if (specifier.startsWith('node:')) return judgeNodeModule(workspace, path, specifier);
  const name = packageName(specifier);
  if (name.startsWith('@groma/')) return judgeOwnPackage(tree, workspace, path, name, specifier);
  if (nodeModules.has(name) && !isDeclared(tree, workspace, path, reference, name)) {
    return `'${specifier}' is a module of Node. Write 'node:${specifier}'.`;
  }
  if (isDeclared(tree, workspace, path, reference, name)) return undefined;
  return `'${name}' is not declared in ${manifestPath(workspace)}. Add it there, or use what is declared.`;
}

/** @param {string} specifier */
function packageName(specifier) {
  const parts = specifier.split('?')[0].split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}

/**
 * The packages of ours that a package.json declares although the arrows forbid them.
 *
 * @param {import('./read-tree.mjs').Workspace} workspace
 * @returns {string[]}
 */
export function judgeManifest(workspace) {
  const allowed = packageArrows[workspace.name];
  if (!allowed)
    return [
      `'${workspace.name}' has no line in the table of package arrows. Add one to scripts/check/arrows/package-arrows.mjs.`,
    ];
  return Object.keys(declared(workspace.manifest))
    .filter((name) => name.startsWith('@groma/') && !allowed.includes(name.slice(7)))
    .map((name) => `declares '${name}', but ${arrowText(workspace.name)}. Remove it.`);
}

function judgeNodeModule(workspace, path, specifier) {
  if (!browserWorkspaces.has(workspace.name) || isTestFile(path) || !path.includes('/src/')) return undefined;
  return `'${specifier}' does not exist in a browser, and ${workspace.name} runs in one. Take bytes or a function as a parameter and let apps/server read.`;
}

function judgeOwnPackage(tree, workspace, path, name, specifier) {
  const short = name.slice('@groma/'.length);
  if (short === workspace.name) return `imports its own package '${name}'. Import the file by a relative path.`;
  const allowed = packageArrows[workspace.name] ?? [];
  if (!allowed.includes(short)) {
    return `'${name}' may not be imported here: ${arrowText(workspace.name)}. Move the code down to a package both may use, or hand it in as a parameter.`;
  }
  const door = specifier === name ? '.' : `.${specifier.split('?')[0].slice(name.length)}`;
  const target = tree.workspaces.find((one) => one.name === short);
  if (!target?.manifest.exports?.[door]) {
    return `'${specifier}' goes past the public door of ${name}. Import from '${name}'; what is missing there is exported by its src/index.ts.`;
  }
  return declared(workspace.manifest)[name] === undefined
    ? `'${name}' is not declared in ${manifestPath(workspace)}. Add "${name}": "*".`
    : undefined;
}

function arrowText(name) {
  const allowed = packageArrows[name] ?? [];
  return allowed.length === 0 ? `${name} imports nothing of ours` : `${name} imports only ${allowed.join(', ')}`;
}

function isDeclared(tree, workspace, path, reference, name) {
  const { manifest } = workspace;
  const isShipped = path.includes('/src/') && !isTestFile(path);
  const runtime = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies };
  const available =
    isShipped && !reference.typeOnly ? runtime : { ...tree.rootManifest.devDependencies, ...declared(manifest) };
  return available[name] !== undefined || (reference.typeOnly && available[typesPackage(name)] !== undefined);
}

function typesPackage(name) {
  return `@types/${name.replace('@', '').replace('/', '__')}`;
}

function declared(manifest) {
  return {
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
    ...manifest.devDependencies,
  };
}

function manifestPath(workspace) {
  return workspace.name === 'scripts' ? 'package.json' : `${workspace.folder}/package.json`;
}
