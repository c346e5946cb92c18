import {
  cellOf,
  isUnderWay,
  notebookCells,
  readCellState,
  type CellState,
  type LiveCell,
  type NotebookOutput,
} from '@groma/model';
import { useMemo, useSyncExternalStore } from 'react';
import * as Y from 'yjs';

export interface CellView {
  live: LiveCell;
  state: CellState;
  outputs: readonly NotebookOutput[];
}

const noOutputs: readonly NotebookOutput[] = [];

/** A code block's data as it stands in the document, or null while the document has none under this id. */
export function useCell(doc: Y.Doc, codeId: string): CellView | null {
  const reader = useMemo(() => cellReader(doc, codeId), [doc, codeId]);
  return useSyncExternalStore(reader.subscribe, reader.read);
}

/** How often a flood of outputs is drawn. */
const drawMs = 60;

function cellReader(doc: Y.Doc, codeId: string) {
  let view: CellView | null = readView(doc, codeId);
  return {
    read: () => view,
    subscribe(listener: () => void) {
      let timer: ReturnType<typeof setTimeout> | null = null;
      const update = () => {
        timer = null;
        view = readView(doc, codeId);
        listener();
      };
      const onDeepChange = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]) => {
        const own = events.filter(
          (event) =>
            event.path[0] === codeId ||
            (event.path.length === 0 && (event as unknown as Y.YMapEvent<unknown>).keysChanged.has(codeId)),
        );
        // Code is the editor's business; it is told by the text itself.
        if (own.every((event) => event.target instanceof Y.Text)) return;
        if (own.some((event) => !(event.target instanceof Y.Array))) {
          if (timer) clearTimeout(timer);
          return update();
        }
        timer ??= setTimeout(update, drawMs);
      };
      const cells = notebookCells(doc);
      cells.observeDeep(onDeepChange);
      view = readView(doc, codeId);
      return () => {
        if (timer) clearTimeout(timer);
        cells.unobserveDeep(onDeepChange);
      };
    },
  };
}

function readView(doc: Y.Doc, codeId: string): CellView | null {
  const live = cellOf(doc, codeId);
  if (!live) return null;
  const outputs: unknown = live.get('outputs');
  return {
    live,
    state: readCellState(live),
    outputs: outputs instanceof Y.Array && outputs.length > 0 ? (outputs.toArray() as NotebookOutput[]) : noOutputs,
  };
}

/** Whether any code block of the notebook runs or waits (NBK-008, KRN-054). */
export function useIsRunning(doc: Y.Doc): boolean {
  const reader = useMemo(() => runningReader(doc), [doc]);
  return useSyncExternalStore(reader.subscribe, reader.read);
}

/**
 * All blocks are looked at when one has changed in more than its code and outputs, and not whenever something is drawn.
 */
function runningReader(doc: Y.Doc) {
  let isRunning = isAnyRunning(doc);
  return {
    read: () => isRunning,
    subscribe(listener: () => void) {
      const cells = notebookCells(doc);
      const look = () => {
        isRunning = isAnyRunning(doc);
        listener();
      };
      const onChange = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]) => {
        if (events.some(({ target }) => target instanceof Y.Map)) look();
      };
      cells.observeDeep(onChange);
      isRunning = isAnyRunning(doc);
      return () => cells.unobserveDeep(onChange);
    },
  };
}

export function isAnyRunning(doc: Y.Doc): boolean {
  for (const cell of notebookCells(doc).values()) if (cell instanceof Y.Map && isUnderWay(cell)) return true;
  return false;
}
