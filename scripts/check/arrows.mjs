import { fileURLToPath } from 'node:url';
import { findWrongArrows } from './arrows/find-wrong-arrows.mjs';
import { readTree } from './arrows/read-tree.mjs';

const tree = readTree(fileURLToPath(new URL('../..', import.meta.url)));
const found = findWrongArrows(tree);
for (const { path, line, text } of found) console.log(`${path}:${line}  ${text}`);

const count = tree.workspaces.reduce((sum, workspace) => sum + workspace.sources.size, 0);
console.log(
  found.length === 0
    ? `Arrows: ${count} files, all point the right way.`
    : `Arrows: ${found.length} point the wrong way.`,
);
process.exitCode = found.length === 0 ? 0 : 1;
