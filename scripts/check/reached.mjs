import { fileURLToPath } from 'node:url';
import { readTree } from './arrows/read-tree.mjs';
import { findUnreached } from './reached/find-unreached.mjs';
import { mayBeUnreached, stocks } from './reached/unreached-table.mjs';

const found = findUnreached(readTree(fileURLToPath(new URL('../..', import.meta.url))));
const names = new Set(found.map(({ name }) => name));
const wrong = found.filter(
  ({ path, name }) => !(name in mayBeUnreached) && !stocks.some((stock) => path.startsWith(stock)),
);
const reached = Object.keys(mayBeUnreached).filter((name) => !names.has(name));

for (const { path, name } of wrong)
  console.log(`${path}  Nothing that ships uses ${name}. Delete it with its tests, or use it.`);
for (const name of reached)
  console.log(`scripts/check/reached/unreached-table.mjs  ${name} is used or gone. Take it out of the table.`);
console.log(
  wrong.length + reached.length === 0
    ? 'Reached: no export is used by tests alone.'
    : `Reached: ${wrong.length} exports are used by tests alone or not at all.`,
);
process.exitCode = wrong.length + reached.length === 0 ? 0 : 1;
