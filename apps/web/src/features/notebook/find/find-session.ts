import { EditorView } from '@codemirror/view';
import { notebookCells, setCell } from '@groma/model';
import { TextSelection } from 'prosemirror-state';
import { blockElement } from '../block/block-element.ts';
import type { Notebook } from '../block/notebook-context.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { unfoldForReader } from '../block/unfold.ts';
import { markCode, markText, type FindMark } from './find-marks.ts';
import type { FindStore } from './find-store.ts';
import { findUnits, type FindUnit } from './find-units.ts';
import { replaceMatches, type Replaced } from './replace-matches.ts';
import { runSearch } from './run-search.ts';

/** How long after a change of the notebook it is searched again, in milliseconds. */
const restMs = 150;
/** How often a search begins anew because the notebook has changed meanwhile. */
const mostTries = 3;

/** The search of an open notebook while its bar is there. */
export interface FindSession {
  /** Looks for what the store says now. */
  search(): Promise<void>;
  /** Goes to the match before or after. */
  go(direction: 1 | -1): void;
  /** Replaces the match that was gone to, and goes on. */
  replaceOne(): Promise<void>;
  /** Replaces all; gives how many. */
  replaceAll(): Promise<number>;
  /** Leads the focus to the match that was gone to, or back into the text. */
  leave(): void;
  /** Follows changes of the notebook; returns how to end it and to take all marks away. */
  begin(): () => void;
}

/** What a search needs of its notebook. */
export interface FindPlace extends Pick<Notebook, 'doc' | 'views'> {
  editor: NotebookEditor;
  /** Shows the source of a drawn formula around a place of the text; null draws all. */
  showSource(range: { from: number; to: number } | null): void;
}

export function findSession(place: FindPlace, store: FindStore): FindSession {
  const { editor, doc, views, showSource } = place;
  let matches: Replaced[] = [];
  let version = 0;
  let search = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const startId = blockInFocus(editor);

  const paint = () => {
    // The notebook may be closed by now.
    if (!editor.domElement?.isConnected) return;
    const { at } = store.getState();
    const marksOf = (unit: (each: FindUnit) => boolean, start: (each: FindUnit) => number): FindMark[] =>
      matches.flatMap((match, i) =>
        unit(match.unit)
          ? [{ from: start(match.unit) + match.from, to: start(match.unit) + match.to, isCurrent: i === at }]
          : [],
      );
    const view = editor.prosemirrorView;
    if (view)
      markText(
        view,
        marksOf(
          ({ kind }) => kind === 'text',
          (unit) => (unit.kind === 'text' ? unit.start : 0),
        ),
      );
    for (const [blockId, code] of views)
      markCode(
        code,
        marksOf(
          (unit) => unit.kind === 'code' && unit.blockId === blockId,
          () => 0,
        ),
      );
  };

  const look = async (): Promise<boolean> => {
    clearTimeout(timer);
    for (let tries = 0; tries < mostTries; tries++) {
      search.abort();
      search = new AbortController();
      const { signal } = search;
      const begun = version;
      const units = findUnits(editor, doc);
      const before = matches[store.getState().at];
      const found = await runSearch(
        units.map(({ text }) => text),
        store.getState(),
        signal,
      );
      if (signal.aborted) return false;
      if (begun !== version) continue;
      if ('kind' in found) {
        matches = [];
        store.setState({ count: 0, at: -1, isCut: false, failure: found });
      } else {
        matches = found.matches.map(({ text, ...match }) => ({ ...match, unit: units[text]! }));
        store.setState({
          count: matches.length,
          isCut: found.isCut,
          failure: null,
          at: placeOf(matches, before, units, startId),
        });
      }
      paint();
      return true;
    }
    return false;
  };

  const show = () => {
    paint();
    const match = matches[store.getState().at];
    document.querySelector('.cell-title[data-found]')?.removeAttribute('data-found');
    if (!editor.domElement?.isConnected) return;
    showSource(null);
    if (match) showMatch(place, match);
  };

  const changed = () => {
    version += 1;
    clearTimeout(timer);
    timer = setTimeout(() => void look(), restMs);
  };
  const begin = (): (() => void) => {
    const cells = notebookCells(doc);
    const onCells = (events: readonly { path: readonly (string | number)[] }[]) => {
      // What runs print is not looked through.
      if (events.some(({ path }) => path[1] !== 'outputs')) changed();
    };
    const stops = [editor.onChange(changed), views.onMade(() => queueMicrotask(paint))];
    cells.observeDeep(onCells);
    return () => {
      search.abort();
      clearTimeout(timer);
      for (const stop of stops) stop();
      cells.unobserveDeep(onCells);
      matches = [];
      store.setState({ count: 0, at: -1 });
      show();
    };
  };

  return {
    async search() {
      if (await look()) show();
    },
    go(direction) {
      if (matches.length === 0) return;
      store.setState(({ at }) => ({ at: (at + direction + matches.length) % matches.length }));
      show();
    },
    async replaceOne() {
      if (!(await look())) return;
      const match = matches[store.getState().at];
      if (!match || !editor.isEditable) return;
      replaceMatches(editor, [match]);
      // What was written is not replaced again.
      matches[store.getState().at] = { ...match, from: match.from + match.replacement.length };
      await this.search();
    },
    async replaceAll() {
      if (!(await look()) || !editor.isEditable) return 0;
      const all = matches;
      if (all.length > 0) replaceMatches(editor, all);
      await this.search();
      return all.length;
    },
    leave() {
      const match = matches[store.getState().at];
      if (match) selectMatch(place, match);
      else editor.focus();
    },
    begin,
  };
}

/**
 * Where to stand among new matches: where one stood before, or at the first from the block in which the search began.
 */
function placeOf(
  matches: readonly Replaced[],
  before: Replaced | undefined,
  units: readonly FindUnit[],
  startId: string | null,
): number {
  if (matches.length === 0) return -1;
  const id = before?.unit.blockId ?? startId;
  const kind = before?.unit.kind;
  const first = units.findIndex((unit) => unit.blockId === id && (kind === undefined || unit.kind === kind));
  const order = new Map(units.map((unit, i) => [unit, i]));
  const found = matches.findIndex(({ unit, from }) => {
    const at = order.get(unit)!;
    return at > first || (at === first && from >= (before?.from ?? 0));
  });
  return Math.max(0, found);
}

function blockInFocus(editor: NotebookEditor): string | null {
  return (
    document.activeElement?.closest<HTMLElement>('[data-node-type="blockContainer"]')?.dataset['id'] ??
    (document.activeElement === editor.domElement ? editor.getTextCursorPosition().block.id : null)
  );
}

/** Brings a match into sight: far blocks are drawn, folded code is unfolded, and the source of a formula shown. */
function showMatch({ editor, views, showSource }: FindPlace, { unit, from, to }: Replaced): void {
  const block = blockElement(unit.blockId, editor);
  if (unit.kind === 'text') {
    const view = editor.prosemirrorView;
    if (!view) return;
    showSource({ from: unit.start + from, to: unit.start + to });
    (view.dom.querySelector('.find-match-current') ?? block)?.scrollIntoView({ block: 'nearest' });
    return;
  }
  if (unit.kind === 'title') {
    const title = block?.querySelector<HTMLElement>('.cell-title');
    if (title) title.dataset['found'] = '';
    block?.scrollIntoView({ block: 'nearest' });
    return;
  }
  if (editor.isEditable) setCell(unit.cell, { isCodeHidden: false });
  else unfoldForReader(unit.cell);
  block?.scrollIntoView({ block: 'nearest' });
  withCode(views, unit.blockId, (code) => {
    // The code may be unfolded just now.
    requestAnimationFrame(() => {
      if (to <= code.state.doc.length) code.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    });
  });
}

function selectMatch({ editor, views }: FindPlace, { unit, from, to }: Replaced): void {
  if (unit.kind === 'text') {
    const view = editor.prosemirrorView;
    if (!view || unit.start + to > view.state.doc.content.size) return;
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, unit.start + from, unit.start + to)));
    view.focus();
    return;
  }
  withCode(views, unit.blockId, (code) => {
    if (unit.kind === 'code' && to <= code.state.doc.length) code.dispatch({ selection: { anchor: from, head: to } });
    code.focus();
  });
}

/** Does something with the editor of a block, which may have to be drawn first. */
function withCode(views: Notebook['views'], blockId: string, act: (code: EditorView) => void): void {
  const code = views.get(blockId);
  if (code) return act(code);
  const stop = views.onMade((madeId, made) => {
    if (madeId !== blockId) return;
    stop();
    act(made);
  });
  if (!views.bring(blockId)) stop();
}
