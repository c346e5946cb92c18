import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { usualBrowser } from './browser.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// The workers read this file again: what the first reading made must reach them by the environment.
process.env.GROMA_TEST_DATA ??= mkdtempSync(join(tmpdir(), 'groma-journeys-'));
const port = Number((process.env.GROMA_TEST_PORT ??= await freePort()));
/** Where the language model of the journeys listens. */
const modelPort = Number((process.env.GROMA_TEST_MODEL_PORT ??= await freePort()));
const address = process.env.GROMA_URL ?? `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  timeout: 120_000,
  // On a machine that stands still for a while a journey may run out of time; one that then passes is named as
  // unsteady.
  retries: 1,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.GROMA_TEST_RESULT
    ? [['list'], ['json', { outputFile: process.env.GROMA_TEST_RESULT }]]
    : 'list',
  use: {
    // Where an empty map begins depends on it.
    timezoneId: 'UTC',
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    // Maps are drawn by software: a quarter of the pixels takes a third less time.
    deviceScaleFactor: 0.5,
    // Each frame of a flight of a map is drawn by software.
    contextOptions: { reducedMotion: 'reduce' },
    // One would stand between the pages and what journeys put in place of the server.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace of every journey costs more than the journeys; the second try has one.
    trace: 'on-first-retry',
    launchOptions: usualBrowser,
  },
  // Journeys with another browser come last by themselves; these take so long that a worker would wait for the other.
  projects: [
    { name: 'hostile', testMatch: 'hostile.spec.ts' },
    { name: 'journeys', testIgnore: 'hostile.spec.ts' },
  ],
  // GROMA_URL names a Groma that runs already, for work on one journey.
  ...(process.env.GROMA_URL
    ? {}
    : {
        webServer: [
          {
            command: `exec node apps/server/test/model-server.ts --port ${modelPort}`,
            cwd: root,
            port: modelPort,
          },
          {
            command: `exec node apps/server/src/main.ts --port ${port} --data ${process.env.GROMA_TEST_DATA}`,
            cwd: root,
            // The people of all journeys come from one address.
            env: {
              GROMA_SIGN_UPS: '100000',
              GROMA_OUTBOUND_ALLOW: '127.0.0.1',
              GROMA_MODEL_URL: `http://127.0.0.1:${modelPort}/v1`,
              GROMA_MODELS: 'loopback, loopback-2, gpt-4.1',
              GROMA_IMAGE_MODELS: 'loopback-image',
            },
            url: `${address}/healthz`,
            timeout: 90_000,
            gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
            stdout: 'ignore',
            stderr: 'pipe',
          },
        ],
      }),
});

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return String(free);
}
