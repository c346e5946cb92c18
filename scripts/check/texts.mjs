import { fileURLToPath } from 'node:url';
import { readTree } from './arrows/read-tree.mjs';
import { names, same } from './texts/allowed-table.mjs';
import { findTextFaults } from './texts/find-text-faults.mjs';
import { findRepeatedKeys, readLocales } from './texts/read-locales.mjs';
import { pluralsOf } from './texts/plurals-of.mjs';
import { missingKeys, reportCoverage } from './texts/report-coverage.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const locales = await readLocales(root);
const sources = new Map(readTree(root).workspaces.flatMap(({ sources: found }) => [...found]));
const below = (folders) =>
  new Map(
    [...sources].filter(([path]) => folders.some((folder) => path.startsWith(folder)) && !/\.test\.\w+$/.test(path)),
  );

const faults = [
  ...findRepeatedKeys(root),
  ...findTextFaults({
    locales,
    screens: below(['apps/web/src/', 'packages/ui/src/']),
    speakers: [...below(['packages/model/src/', 'packages/protocol/src/', 'apps/server/src/']).values()].join('\n'),
    pluralsOf,
    allowed: { names, same },
  }),
];

const wanted = process.argv.indexOf('--missing');
if (wanted > 0) for (const key of missingKeys(locales, process.argv[wanted + 1] ?? '')) console.log(key);
else for (const line of reportCoverage(locales)) console.log(line);
for (const { path, text } of faults) console.log(`${path}  ${text}`);
console.log(
  faults.length === 0 ? 'Texts: every text is a key, and every translation fits.' : `Texts: ${faults.length} faults.`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
