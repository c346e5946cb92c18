import { expect, test } from 'vitest';
import type { AppEvent } from '@groma/protocol';
import { AppSession } from './app-session.ts';

/** A session with a slider `depth` and one code block, whose kernel cannot start; and what its reader is told. */
function sessionOf(code: string) {
  const [events, failures]: [AppEvent[], unknown[]] = [[], []];
  const session = new AppSession({
    templateId: 'template',
    versionId: 'version',
    isShared: false,
    blocks: [{ kind: 'slider', id: 'slider', name: 'depth', label: '', value: 3, min: 0, max: 10, step: 1 }],
    cells: [{ id: 'cell', label: '', language: 'sql', code }],
    fixed: [],
    runMs: 60_000,
    idleMs: 60_000,
    startKernel: () => Promise.reject(new Error("bwrap: Can't mkdir /srv/groma/files")),
    onFailure: (error) => failures.push(error),
    onEnd: () => undefined,
    onGone: () => undefined,
  });
  session.attach((event) => events.push(event));
  return { session, events, failures };
}

const ofDatabase = '-- database: gauges\nSELECT 1';

test('[PUB-124] why no kernel could start is told to the operator and not to readers', async () => {
  const { session, events, failures } = sessionOf('SELECT 1');
  session.run({ depth: 4 });
  await expect.poll(() => events.at(-1)).toEqual({ type: 'ended', reason: 'failed' });
  expect(failures).toEqual([new Error("bwrap: Can't mkdir /srv/groma/files")]);
});

test('[PUB-121] values that run already do not run again after that, the newest others do', async () => {
  const { session, events, failures } = sessionOf(ofDatabase);
  const ran = async (...depths: number[]) => {
    const from = events.length;
    for (const depth of depths) session.run({ depth });
    await expect.poll(() => events.at(-1)?.type).toBe('rest');
    return events.slice(from).flatMap((event) => (event.type === 'run' ? [event.values['depth']] : []));
  };
  expect(await ran(4, 4)).toEqual([4]);
  expect(await ran(5, 6, 7, 7)).toEqual([5, 7]);
  expect(await ran(8, 9, 8)).toEqual([8]);
  // At rest, the same values run again.
  expect(await ran(8)).toEqual([8]);
  expect(failures).toEqual([]);
  session.end('idle');
});

test('[PUB-143] of a block that asks a database readers are told by a code, for their page to say', async () => {
  const { session, events } = sessionOf(ofDatabase);
  session.run({ depth: 4 });
  await expect.poll(() => events.at(-1)?.type).toBe('rest');
  const told = { id: 'cell', state: 'error', outputs: [], remark: 'no-databases' };
  expect(events).toContainEqual({ type: 'cell', ...told });
  // Who comes later is told the same.
  session.attach((event) => events.push(event));
  expect(events.at(-1)).toMatchObject({ type: 'ready', cells: [told] });
  session.end('idle');
});
