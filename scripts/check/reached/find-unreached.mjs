import { parseSync, Visitor } from 'oxc-parser';
import { isTestFile } from '../arrows/source-role.mjs';

/** Workspaces whose code ships; tests, benchmarks and galleries are no entries. */
const shipped = /^(apps|packages)\/[^/]+\/src\//;

/**
 * @typedef {{ path: string, name: string }} Export
 * @typedef {{ name: string, start: number }} Mention
 * @typedef {{ name: string, start: number, end: number }} Span
 */

/**
 * Exports of shipped code that no shipped code uses: tests alone call them, or nothing does. What only such code uses
 * is found too. Names are compared without their modules, so that a name that stands twice may hide one that is dead.
 *
 * @param {import('../arrows/read-tree.mjs').SourceTree} tree
 * @returns {Export[]} by path
 */
export function findUnreached(tree) {
  const files = [];
  for (const { sources } of tree.workspaces) {
    for (const [path, source] of sources)
      if (shipped.test(path) && !isTestFile(path)) files.push({ path, ...readMentions(path, source) });
  }
  const unreached = new Map();
  for (;;) {
    const counts = countMentions(files, unreached);
    const found = files.flatMap(({ path, exports }) =>
      exports
        .filter(({ name }) => !counts.has(name) && !unreached.get(path)?.has(name))
        .map(({ name }) => ({ path, name })),
    );
    if (found.length === 0) break;
    for (const { path, name } of found) unreached.set(path, (unreached.get(path) ?? new Set()).add(name));
  }
  return [...unreached]
    .flatMap(([path, names]) => [...names].map((name) => ({ path, name })))
    .sort((left, right) => left.path.localeCompare(right.path));
}

function countMentions(files, unreached) {
  const counts = new Set();
  for (const { path, mentions, exports } of files) {
    const dead = exports.filter(({ name }) => unreached.get(path)?.has(name));
    for (const { name, start } of mentions)
      if (!dead.some((span) => start >= span.start && start < span.end)) counts.add(name);
  }
  return counts;
}

/**
 * What a file exports, and where it mentions names: neither declarations of exports nor what is only handed on.
 *
 * @param {string} path
 * @param {string} source
 * @returns {{ exports: Span[], mentions: Mention[] }}
 */
function readMentions(path, source) {
  const { program } = parseSync(path, source);
  const exports = [];
  const mentions = [];
  const passed = new Set();
  const declare = (id, node) => {
    exports.push({ name: id.name, start: node.start, end: node.end });
    passed.add(id.start);
  };
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') {
      for (const each of node.specifiers) {
        passOver(each, passed);
        // Its other name is what the file mentions.
        if (each.imported && each.imported.name !== each.local.name)
          mentions.push({ name: each.imported.name, start: each.start });
      }
    }
    if (node.type !== 'ExportNamedDeclaration') continue;
    for (const each of node.specifiers) passOver(each, passed);
    const { declaration } = node;
    if (declaration?.id) declare(declaration.id, node);
    for (const each of declaration?.declarations ?? []) if (each.id.type === 'Identifier') declare(each.id, node);
  }
  const mention = ({ name, start }) => {
    if (!passed.has(start)) mentions.push({ name, start });
  };
  new Visitor({ Identifier: mention, JSXIdentifier: mention }).visit(program);
  return { exports, mentions };
}

function passOver({ local, imported, exported }, passed) {
  for (const each of [local, imported, exported]) if (each) passed.add(each.start);
}
