import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EditGate } from './edit-gate.ts';

/** Edits that end when they are told to. */
function desk() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const edit = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => {
      ends.set(name, resolve);
    });
  };
  return {
    begun,
    edit,
    end: async (name: string) => {
      ends.get(name)!();
      await nextTurn();
      await nextTurn();
    },
  };
}

const limits = { edits: 4, bytes: 100, editsEach: 3, turnMs: 1_000 };

test('[ACC-128] no connection has more edits in hand than it may, and is read no further while one waits', async () => {
  const gate = new EditGate(limits);
  const { begun, edit, end } = desk();
  const holds: boolean[] = [];
  const lane = gate.open((isHeld) => holds.push(isHeld));
  for (const name of ['a', 'b', 'c', 'd', 'e']) lane.push(1, edit(name));
  await nextTurn();
  expect([begun.join(''), holds]).toEqual(['abc', [true]]);
  await end('a');
  expect([begun.join(''), holds]).toEqual(['abcd', [true]]);
  await end('b');
  expect([begun.join(''), holds, gate.inHand]).toEqual(['abcde', [true, false], 3]);
});

test('[ACC-128] when all together have too many, connections take turns and none is passed over', async () => {
  const gate = new EditGate(limits);
  const { begun, edit, end } = desk();
  const [loud, quiet] = [gate.open(() => undefined), gate.open(() => undefined)];
  const [third] = [gate.open(() => undefined)];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) loud.push(1, edit(name));
  quiet.push(1, edit('q'));
  third.push(1, edit('t'));
  await nextTurn();
  expect(begun.join('')).toBe('abcq');
  await end('a');
  await end('b');
  await end('c');
  expect(begun.toSorted().join('')).toBe('abcdeqt');
  for (const name of ['d', 'e', 'q', 't', 'f']) await end(name);
  expect([begun.toSorted().join(''), gate.inHand]).toEqual(['abcdefqt', 0]);
});

test('[ACC-128] bytes count too, and an edit larger than all the room goes in alone', async () => {
  const gate = new EditGate(limits);
  const { begun, edit, end } = desk();
  const [one, other] = [gate.open(() => undefined), gate.open(() => undefined)];
  one.push(60, edit('a'));
  other.push(500, edit('huge'));
  one.push(10, edit('b'));
  await nextTurn();
  expect(begun).toEqual(['a']);
  await end('a');
  expect(begun).toEqual(['a', 'huge']);
  await end('huge');
  expect(begun).toEqual(['a', 'huge', 'b']);
});

test('edits take a part of a turn of the event loop, and what is left of them the next', async () => {
  const gate = new EditGate({ ...limits, edits: 100, editsEach: 100, turnMs: 5 });
  const lane = gate.open(() => undefined);
  let made = 0;
  const busy = async () => {
    for (const until = performance.now() + 4; performance.now() < until;);
    made += 1;
  };
  for (let i = 0; i < 6; i += 1) lane.push(1, busy);
  expect(made).toBeLessThan(6);
  await new Promise<void>((resolve) => {
    lane.whenEmpty(resolve);
  });
  expect(made).toBe(6);
});
