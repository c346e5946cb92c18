import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const serverSetup = fileURLToPath(new URL('apps/server/test/global-setup.ts', import.meta.url));

const packages = ['model', 'protocol', 'geo', 'raster'].map((name) => ({
  test: { name, root: `packages/${name}`, include: ['src/**/*.test.{ts,tsx}'] },
}));

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      ...packages,
      { test: { name: 'ui', root: 'packages/ui', include: ['src/**/*.test.{ts,tsx}'], environment: 'happy-dom' } },
      { test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.{ts,tsx}'] } },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['{src,test}/**/*.test.ts'],
          globalSetup: [serverSetup],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'], testTimeout: 20_000 } },
    ],
  },
});
