import { expect, test } from 'vitest';
import type { WholeOutput } from '@groma/model';
import { EndedRuns } from './ended-runs.ts';
import { SupervisedRun } from './supervised-run.ts';
import type { FromSupervisor } from './supervisor-message.ts';

const shown = (text: string, isUpdate = false): WholeOutput => ({
  kind: 'text/plain',
  text,
  display: 'bar',
  ...(isUpdate && { isUpdate }),
});

/** A run, and what is sent of it. */
function start() {
  const sent: FromSupervisor[] = [];
  const run = new SupervisedRun({ runId: 'r', kernelId: 'k', isSilent: false }, (message) => {
    sent.push(message);
  });
  return {
    run,
    batches: () => sent.flatMap((message) => (message.type === 'batch' ? [[message.sequence, message.outputs]] : [])),
  };
}

test('[NBK-122] while no server listens only the last form of what code shows anew is held', async () => {
  const { run, batches } = start();
  run.leave();
  await run.give([shown('first'), { kind: 'text', text: 'between' }]);
  for (let i = 0; i < 1000; i += 1) await run.give([shown(String(i), true)]);
  await run.give([shown('again')]);
  await run.give([{ kind: 'text', text: 'end' }, shown('last', true)]);
  await run.give([shown('very last', true)]);
  run.follow(0);
  expect(batches()).toEqual([
    [1, [shown('first'), { kind: 'text', text: 'between' }]],
    [1001, [shown('999', true)]],
    [1002, [shown('again')]],
    [1003, [{ kind: 'text', text: 'end' }]],
    [1004, [shown('very last', true)]],
  ]);
});

test('[KRN-058] a run that is forgotten holds nothing more, and keeps its kernel waiting for nothing', async () => {
  const { run, batches } = start();
  for (let i = 0; i < 3; i += 1) await run.give([{ kind: 'text', text: 'seen' }]);
  const waiting = run.give([{ kind: 'text', text: 'seen' }]);
  run.drop();
  await waiting;
  await run.give([{ kind: 'text', text: 'late' }]);
  run.follow(0);
  expect(batches().map(([sequence]) => sequence)).toEqual([1, 2, 3, 4]);
});

test('[KRN-058] executions of one kernel are not forgotten for those of another', () => {
  const ended = new EndedRuns<string>();
  expect(ended.add('a', 'training', 'kept')).toEqual([]);
  const forgotten = Array.from({ length: 1000 }, (_, i) => ended.add('b', `b${i}`, `run ${i}`)).flat();
  expect([forgotten.length, forgotten[0], ended.get('training'), ended.get('b0'), ended.get('b999')]).toEqual([
    936,
    'run 0',
    'kept',
    undefined,
    'run 999',
  ]);
  expect(ended.forget('b')).toHaveLength(64);
  expect([...ended.all()]).toEqual(['kept']);
});
