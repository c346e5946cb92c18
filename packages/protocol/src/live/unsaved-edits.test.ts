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

/** Texts of which some are shown, edits of them, and the ids of edits that were dropped or listed. */
function shownTexts() {
  const doc = new Y.Doc();
  for (const name of ['theirs', 'mine', 'here']) {
    doc.getMap('shown').set(name, true);
    doc.getMap<Y.Text>('texts').set(name, new Y.Text('x'));
  }
  const [forgotten, aside]: [string[], string[]] = [[], []];
  const keeper: EditKeeper = {
    keep: async (id) => void kept.push(id),
    adopt: async () => [],
    close: () => undefined,
    forget: (ids) => void forgotten.push(...ids),
    setAside: (ids, code) => void aside.push(...ids, code),
  };
  const kept: string[] = [];
  const edits = new UnsavedEdits(
    keeper,
    () => undefined,
    (each) =>
      new Set(
        [...each.getMap('texts').entries()].flatMap(([name, text]) => (each.getMap('shown').has(name) ? [] : [text])),
      ),
  );
  const server = new Y.Doc();
  Y.applyUpdate(server, Y.encodeStateAsUpdate(doc));
  const known = Y.decodeStateVector(Y.encodeStateVector(server));
  const written: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => written.push(update));
  const type = (name: string) => doc.getMap<Y.Text>('texts').get(name)!.insert(0, `letters ${name}`);
  return { doc, server, known, edits, written, type, kept, forgotten, aside };
}

test('[SHL-132] what was written into a text that others take out of sight is listed, what is shown or taken away here is not', () => {
  const { doc, server, known, edits, written, type, kept, aside } = shownTexts();
  for (const name of ['theirs', 'mine', 'here']) type(name);
  doc.getMap('shown').delete('mine');
  for (const update of written.splice(0)) edits.add(update, 'generation', 1);
  server.getMap('shown').delete('theirs');
  const rest = Y.encodeStateAsUpdate(server, Y.encodeStateVector(doc));
  edits.listSwallowed(doc, known, () => Y.applyUpdate(doc, rest));
  edits.acknowledge(1, doc, () => undefined);
  expect(aside).toEqual([kept[0], 'PLACE_GONE']);
  expect(edits.isEmpty).toBe(true);
});

test('[SHL-132] what an earlier visit wrote into a text that others have taken out of sight is listed', () => {
  const { doc, server, edits, written, type, forgotten, aside } = shownTexts();
  for (const name of ['theirs', 'mine', 'here']) type(name);
  doc.getMap('shown').delete('mine');
  server.getMap('shown').delete('theirs');
  edits.adopt(written.map((update, index) => ({ id: `e${index}`, update })));
  edits.sendAdopted(() => 1);
  edits.acknowledge(1, server, (update) => Y.applyUpdate(server, update));
  expect(aside).toEqual(['e0', 'PLACE_GONE']);
  expect(forgotten).toEqual(['e1', 'e2', 'e3']);
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
