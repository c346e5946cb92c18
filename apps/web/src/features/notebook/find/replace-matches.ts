import { cellCode, setCell, type LiveCell } from '@groma/model';
import * as Y from 'yjs';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { asOneStep, changeCode } from '../block/one-step.ts';
import { orderChanges } from '../block/undo-order.ts';
import type { FindUnit } from './find-units.ts';

/** A place to be replaced. */
export interface Replaced {
  unit: FindUnit;
  from: number;
  to: number;
  replacement: string;
}

/** As long as a title may be. */
const longestTitle = 200;

const titleOrigin = { is: 'a replaced title' };
const titleManagers = new WeakMap<LiveCell, Y.UndoManager>();

function titleUndo(cell: LiveCell): Y.UndoManager {
  let manager = titleManagers.get(cell);
  if (!manager) {
    manager = orderChanges(new Y.UndoManager(cell, { trackedOrigins: new Set([titleOrigin]) }));
    titleManagers.set(cell, manager);
  }
  return manager;
}

/**
 * Replaces places of a notebook, given in their order, as one step of undo, whichever of the blocks it is asked for in.
 * All of them must still stand there.
 */
export function replaceMatches(editor: NotebookEditor, places: readonly Replaced[]): void {
  const cellsOf = (kind: FindUnit['kind']): LiveCell[] => [
    ...new Set(places.flatMap(({ unit }) => (unit.kind === kind && unit.kind !== 'text' ? [unit.cell] : []))),
  ];
  const titled = cellsOf('title');
  asOneStep(
    editor,
    cellsOf('code').map(cellCode),
    () => {
      replaceInText(editor, places);
      for (const cell of cellsOf('code')) {
        const own = places.filter(({ unit }) => unit.kind === 'code' && unit.cell === cell).toReversed();
        changeCode(cellCode(cell), (text) => {
          for (const { from, to, replacement } of own) {
            text.delete(from, to - from);
            if (replacement !== '') text.insert(from, replacement);
          }
        });
      }
      for (const cell of titled) replaceTitle(cell, places);
    },
    titled.map(titleUndo),
  );
}

function replaceInText(editor: NotebookEditor, places: readonly Replaced[]): void {
  const view = editor.prosemirrorView;
  const own = places.flatMap((place) => (place.unit.kind === 'text' ? [{ ...place, start: place.unit.start }] : []));
  if (!view || own.length === 0) return;
  const { state } = view;
  const { schema } = state;
  const transaction = state.tr;
  for (const { start, from, to, replacement } of own.toReversed()) {
    const [begin, end] = [start + from, start + to];
    const place = state.doc.resolve(begin);
    // As the first character that goes is marked.
    const marks = place.marksAcross(state.doc.resolve(end)) ?? place.marks();
    const isCode = place.parent.type.spec.code === true;
    const lines = isCode ? [replacement] : replacement.split('\n');
    const nodes = lines.flatMap((line, i) => [
      ...(i > 0 ? [schema.nodes['hardBreak']!.create()] : []),
      ...(line === '' ? [] : [schema.text(line, marks)]),
    ]);
    transaction.replaceWith(begin, end, nodes);
  }
  view.dispatch(transaction);
}

function replaceTitle(cell: LiveCell, places: readonly Replaced[]): void {
  const own = places.filter(({ unit }) => unit.kind === 'title' && unit.cell === cell);
  let title = own[0]?.unit.text ?? '';
  for (const { from, to, replacement } of own.toReversed())
    title = title.slice(0, from) + replacement.replaceAll('\n', ' ') + title.slice(to);
  cell.doc?.transact(() => setCell(cell, { label: title.trim().slice(0, longestTitle) }), titleOrigin);
}
