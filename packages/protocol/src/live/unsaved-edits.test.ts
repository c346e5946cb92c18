import { expect, test } from 'vitest';
import * as Y from 'yjs';
import type { EditKeeper } from './edit-keeper.ts';
import { UnsavedEdits } from './unsaved-edits.ts';

test('[SHL-121] an edit that was refused stays in the list when a later one is on disk', () => {
  const forgotten: string[] = [];
  const aside: string[] = [];
  const keeper: EditKeeper = {
    keep: async () => undefined,
    adopt: async () => [],
    close: () => undefined,
    forget: (ids) => {
      forgotten.push(...ids);
    },
    setAside: (ids) => {
      aside.push(...ids);
    },
  };
  const edits = new UnsavedEdits(keeper, () => undefined);
  edits.add(new Uint8Array([1]), 'generation', 1);
  edits.setAside('TOO_LARGE', 1);
  edits.add(new Uint8Array([2]), 'generation', 2);
  edits.acknowledge(2, new Y.Doc(), () => undefined);
  expect(aside).toHaveLength(1);
  expect(forgotten).toHaveLength(1);
  expect(forgotten).not.toEqual(aside);
});

test('[SHL-132] what an earlier visit wrote into a block that is gone is listed, the rest of it is not', () => {
  const [mine, theirs] = [new Y.Doc(), new Y.Doc()];
  const blocks = mine.getMap<Y.Text>('blocks');
  for (const name of ['gone', 'here']) blocks.set(name, new Y.Text('x'));
  Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine));
  const written: Uint8Array[] = [];
  mine.on('update', (update: Uint8Array) => written.push(update));
  for (const name of ['gone', 'here']) blocks.get(name)!.insert(1, `letters ${name}`);
  blocks.get('gone')!.insert(0, 'taken back');
  blocks.get('gone')!.delete(0, 10);
  theirs.getMap('blocks').delete('gone');
  const [forgotten, aside]: [string[], string[]] = [[], []];
  const edits = new UnsavedEdits(
    {
      keep: async () => undefined,
      adopt: async () => [],
      close: () => undefined,
      forget: (ids) => void forgotten.push(...ids),
      setAside: (ids, code) => void aside.push(...ids, code),
    },
    () => undefined,
  );
  edits.adopt(written.map((update, index) => ({ id: `e${index}`, update })));
  edits.sendAdopted(() => 1);
  edits.acknowledge(1, theirs, (update) => Y.applyUpdate(theirs, update));
  expect(aside).toEqual(['e0', 'PLACE_GONE']);
  expect(forgotten).toEqual(['e1', 'e2', 'e3']);
  expect(edits.isEmpty).toBe(true);
});
