import { findImportCycles } from './import-cycles.mjs';
import { judgeRelativeImport, judgeSeveralFeatures, targetOf } from './layer-arrows.mjs';
import { judgeManifest, judgePackageImport } from './package-arrows.mjs';
import { readImports } from './read-imports.mjs';
import { placeOf } from './source-role.mjs';

/** @typedef {{ path: string, line: number, text: string }} Finding */

/**
 * Everything in a source tree that goes against the arrows of the architecture.
 *
 * @param {import('./read-tree.mjs').SourceTree} tree
 * @returns {Finding[]} by path and line
 */
export function findWrongArrows(tree) {
  const found = tree.workspaces.flatMap((workspace) => checkWorkspace(tree, workspace));
  return found.sort((left, right) => left.path.localeCompare(right.path) || left.line - right.line);
}

function checkWorkspace(tree, workspace) {
  const found = judgeManifest(workspace).map((text) => ({ path: `${workspace.folder}/package.json`, line: 1, text }));
  const graph = new Map();
  const lines = new Map();
  for (const [path, source] of workspace.sources) {
    const references = readImports(path, source);
    found.push(...checkFile(tree, workspace, path, references));
    const targets = references.filter(isFileImport).map((one) => ({ target: targetOf(path, one), line: one.line }));
    graph.set(
      path,
      targets.map((one) => one.target).filter((target) => workspace.sources.has(target)),
    );
    for (const { target, line } of targets) if (!lines.has(`${path} ${target}`)) lines.set(`${path} ${target}`, line);
  }
  for (const cycle of findImportCycles(graph)) found.push(cycleFinding(cycle, lines));
  return found;
}

function checkFile(tree, workspace, path, references) {
  const found = [];
  const say = (line, text) => text && found.push({ path, line, text });
  if (placeOf(path)?.floor === '' && !path.endsWith('.test.ts')) {
    say(1, 'stands on no floor of the application. Move it into shell, services, features, registry or platform.');
  }
  for (const reference of references) {
    if (/^\.\.?(\/|$)/.test(reference.specifier)) say(reference.line, judgeRelativeImport(workspace, path, reference));
    else if (reference.kind !== 'url' && reference.kind !== 'glob')
      say(reference.line, judgePackageImport(tree, workspace, path, reference));
  }
  const several = judgeSeveralFeatures(path, references);
  if (several) say(several.line, several.text);
  return found;
}

// A worker is started by its URL and may import the types of its messages back: that is no cycle of imports.
function isFileImport(reference) {
  return reference.specifier.startsWith('.') && reference.kind !== 'url' && reference.kind !== 'glob';
}

function cycleFinding(cycle, lines) {
  const [path] = cycle;
  const next = cycle[1] ?? path;
  const round = [...cycle, path].join(' → ');
  return {
    path,
    line: lines.get(`${path} ${next}`) ?? 1,
    text: `imports itself in a circle: ${round}. Move what both ends need into a file of its own.`,
  };
}
