import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crossing, roadGrid } from '../../../test/road-grid.ts';
import { engineMissing } from '../../../test/routing-engine.ts';
import { readRoutingSettings } from '../../platform/routing-settings.ts';
import { buildTiles } from './build-tiles.ts';
import { EngineProcess } from './engine-process.ts';
import { EnginePool } from './engine-pool.ts';
import { canSandbox, engineCommand } from './engine-sandbox.ts';
import { ValhallaEngine } from './valhalla-engine.ts';

const { engineFolder } = readRoutingSettings(process.env);
const never = new AbortController().signal;

describe.skipIf(engineMissing)(`routing engine${engineMissing ? ` (skipped: ${engineMissing})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'groma-engine-'));
  const tileFolder = join(folder, 'tiles');
  beforeAll(async () => {
    const extract = join(folder, 'grid.osm.pbf');
    writeFileSync(extract, roadGrid());
    await mkdir(tileFolder);
    await buildTiles({ engineFolder, extract, name: 'grid', tileFolder, signal: never, onProgress: () => undefined });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const question = { point: crossing(30, 30), minutes: [3], mode: 'driving' } as const;
  const start = async (): Promise<EngineProcess> => {
    const isSandboxed = await canSandbox();
    return new EngineProcess(engineCommand({ engineFolder, tileFolder }, isSandboxed), isSandboxed);
  };

  test('[GEO-096] a process that is killed fails what was asked of it, and the next question starts another', async () => {
    const process = await start();
    const engine = new ValhallaEngine((action, query) => process.ask(action, query, never));
    expect(await engine.isochrones(question)).toHaveLength(1);
    const asked = Array.from({ length: 50 }, () => engine.isochrones(question));
    process.end();
    const ends = await Promise.allSettled(asked);
    expect(ends.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'ROUTING_FAILED' } });
    await process.ended;
    const pool = new EnginePool({ engineFolder });
    const pooled = new ValhallaEngine(pool.callOver(tileFolder, never));
    expect(await pooled.isochrones(question)).toHaveLength(1);
    // One that was told to end and has not yet is asked nothing more.
    pool.close();
    expect(await pooled.isochrones(question)).toHaveLength(1);
    pool.close();
  });

  test('[GEO-096] who cancels does not wait, and a process that computes for nobody ends', async () => {
    const process = await start();
    const aborter = new AbortController();
    const engine = new ValhallaEngine((action, query) => process.ask(action, query, aborter.signal));
    const asked = engine.isochrones(question);
    aborter.abort();
    await expect(asked).rejects.toMatchObject({ code: 'CANCELED' });
    await process.ended;
  });

  test('[GEO-096] who cancels takes no answer from those who ask next', async () => {
    const pool = new EnginePool({ engineFolder });
    const pooled = new ValhallaEngine(pool.callOver(tileFolder, never));
    for (let round = 0; round < 3; round++) {
      const aborter = new AbortController();
      const canceled = new ValhallaEngine(pool.callOver(tileFolder, aborter.signal)).isochrones(question);
      await expect.poll(() => pool.size).toBeGreaterThan(0);
      aborter.abort();
      await expect(canceled).rejects.toMatchObject({ code: 'CANCELED' });
      expect(await pooled.isochrones(question)).toHaveLength(1);
    }
    pool.close();
  });

  test('[GEO-096] an idle process ends', async () => {
    const pool = new EnginePool({ engineFolder, idleMs: 200 });
    await new ValhallaEngine(pool.callOver(tileFolder, never)).isochrones(question);
    expect(pool.size).toBe(1);
    await expect.poll(() => pool.size, { timeout: 5_000 }).toBe(0);
    pool.close();
  });
});
