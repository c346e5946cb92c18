import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { node24, packageEnvironment } from './setup/repository.mjs';

const words = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) >= 24) {
  const { runBench } = await import('./bench/run-bench.mjs');
  process.exit(await runBench(words));
} else if (existsSync(node24)) {
  // Benchmarks are TypeScript that Node 24 runs as it is.
  const { status } = spawnSync(node24, [fileURLToPath(import.meta.url), ...words], {
    stdio: 'inherit',
    env: packageEnvironment(),
  });
  process.exit(status ?? 1);
} else {
  console.error('The packages are not installed. To mend it: npm start, or npm ci');
  process.exit(1);
}
