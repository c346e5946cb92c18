import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const webSetup = fileURLToPath(new URL('apps/web/test-setup.ts', import.meta.url));
const componentSetup = fileURLToPath(new URL('packages/ui/test-setup.ts', import.meta.url));
const serverSetup = fileURLToPath(new URL('apps/server/test/global-setup.ts', import.meta.url));

// What is waited for comes when the machine gets to it: a limit of time tells what hangs, not what is slow.
const patience = { expect: { poll: { timeout: 20_000 } }, testTimeout: 180_000, hookTimeout: 240_000 };

// Files share the modules they load, which saves a third of the time of a run: a test keeps nothing in a module that
// another could find. Tests of components do, in the document: each file has a context of its own, which takes a third
// of the processor time of a process of its own.
const packages = ['model', 'protocol', 'geo', 'raster', 'style'].map((name) => ({
  test: { name, root: `packages/${name}`, ...patience, isolate: false, include: ['src/**/*.test.{ts,tsx}'] },
}));

// Files of components (`.tsx`) get a document; the rest runs as it is.
const interfaces = ['packages/ui', 'apps/web'].flatMap((root) => {
  const name = root.slice(root.indexOf('/') + 1);
  const setupFiles = root === 'apps/web' ? [webSetup] : [];
  return [
    { test: { name, root, ...patience, isolate: false, setupFiles, include: ['src/**/*.test.ts'] } },
    {
      test: {
        name: `${name}-components`,
        root,
        ...patience,
        setupFiles: [...setupFiles, componentSetup],
        include: ['src/**/*.test.tsx'],
        environment: 'happy-dom',
        pool: 'vmThreads',
      },
    },
  ];
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      ...packages,
      ...interfaces,
      {
        test: {
          name: 'server',
          root: 'apps/server',
          isolate: false,
          include: ['{src,test}/**/*.test.ts'],
          globalSetup: [serverSetup],
          ...patience,
        },
      },
      { test: { name: 'cli', root: 'apps/cli', ...patience, isolate: false, include: ['src/**/*.test.ts'] } },
      { test: { name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'], ...patience } },
    ],
  },
});
