import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, expect, test } from 'vitest';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { caretPlaces, publishSelection } from './caret-places.ts';
import { liveText } from './live-text.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Two people in one text, each with an awareness that hears of the other's. */
function together(content: string) {
  const doc = new Y.Doc();
  const theirDoc = new Y.Doc();
  doc.on('update', (update) => {
    Y.applyUpdate(theirDoc, update, 'peer');
  });
  const [text, theirs] = [doc.getText(), theirDoc.getText()];
  text.insert(0, content);
  const [own, other] = [new Awareness(doc), new Awareness(theirDoc)];
  own.setLocalState({ user: { id: 'ann', name: 'Ann' } });
  other.setLocalState({ user: { id: 'ben', name: 'Ben' } });
  other.on('update', () => {
    applyAwarenessUpdate(own, encodeAwarenessUpdate(other, [theirDoc.clientID]), 'peer');
  });
  open.push(() => {
    own.destroy();
    other.destroy();
  });
  const select = (anchor: number, head = anchor) => {
    const place = (offset: number) => Y.createRelativePositionFromTypeIndex(theirs, offset);
    other.setLocalStateField('cursor', { anchor: place(anchor), head: place(head) });
  };
  return { text, own, other, select };
}

function editor(text: Y.Text, awareness: Awareness): EditorView {
  const view = new EditorView({
    parent: document.body,
    state: EditorState.create({
      doc: text.toString(),
      extensions: [liveText(text, awareness, new Y.UndoManager(text))],
    }),
  });
  open.push(() => {
    view.destroy();
  });
  return view;
}

const drawn = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      requestAnimationFrame(resolve);
    });
  });

test('[NBK-082] nothing of the caret and the selection of others is part of the editable text', async () => {
  const { text, own, select } = together('a = 1\nb = 2\n\nc = 3');
  const view = editor(text, own);
  const plain = view.contentDOM.innerHTML;
  for (const [anchor, head] of [
    [18, 18],
    [0, 0],
    [8, 8],
    [12, 12],
    [0, 18],
    [9, 2],
  ] as const) {
    select(anchor, head);
    await drawn();
    expect(caretPlaces(text, own)).toMatchObject([{ name: 'Ben', anchor, head }]);
    expect(view.contentDOM.innerHTML).toBe(plain);
  }
});

test('[NBK-082] a caret that moves changes nothing in the state of the editor, so that no composition is disturbed', async () => {
  const { text, own, select } = together('one');
  const view = editor(text, own);
  const before = view.state;
  select(2);
  await drawn();
  expect(view.state).toBe(before);
});

test('[NBK-082] the caret of another stays with its text, and goes with its person', () => {
  const { text, own, other, select } = together('one two');
  select(4, 7);
  text.insert(0, '# ');
  expect(caretPlaces(text, own)).toMatchObject([{ userId: 'ben', name: 'Ben', anchor: 6, head: 9 }]);
  other.setLocalStateField('cursor', null);
  expect(caretPlaces(text, own)).toEqual([]);
});

test('[NBK-082] what another browser tells as its place can be anything', () => {
  const { text, own, other } = together('one');
  for (const cursor of [
    {},
    'end',
    { anchor: 1, head: 2 },
    { anchor: {}, head: {} },
    { anchor: { type: { client: 'x', clock: -1 } }, head: null },
  ]) {
    other.setLocalStateField('cursor', cursor);
    expect(caretPlaces(text, own)).toEqual([]);
  }
});

test('[NBK-052] one tells where one is, and says nothing that the others know', () => {
  const { text, own } = together('one two');
  let told = 0;
  own.on('update', () => {
    told += 1;
  });
  for (let time = 0; time < 3; time += 1) publishSelection(text, own, { anchor: 1, head: 3 });
  expect(told).toBe(1);
  const { cursor } = own.getLocalState() as { cursor: { anchor: unknown; head: unknown } };
  const offset = (place: unknown) =>
    Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(place), text.doc!)?.index;
  expect([offset(cursor.anchor), offset(cursor.head)]).toEqual([1, 3]);
});
