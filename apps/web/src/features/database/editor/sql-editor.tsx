import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  tooltips,
} from '@codemirror/view';
import type { SqlFunction } from '@groma/model';
import { useEffect, useRef } from 'react';
import { fileDrop, quotedPaths } from '../../../registry/file-drop.ts';
import { tableDrop } from '../../../registry/table-drop.ts';
import { firstRowsOf } from '../sql/first-rows.ts';
import { useLatest } from '../use-latest.ts';
import { sqlLanguage, type KnownTable, type SqlDialectName } from './sql-language.ts';
import { sqlTheme } from './sql-theme.ts';
import { statementMark } from './statement-mark.ts';

/** A failure at a place of the text; `to` is not counted. */
export interface ErrorMark {
  from: number;
  to: number;
  message: string;
}

export interface SqlEditorProps {
  /** What the text is at first; later changes come by the view. */
  initialText: string;
  dialect: SqlDialectName;
  tables: readonly KnownTable[];
  functions: readonly SqlFunction[];
  label: string;
  hint: string;
  isReadOnly: boolean;
  errors: readonly ErrorMark[];
  onChange(text: string): void;
  /** Shift+Enter. */
  onRun(): void;
  /** Ctrl+Enter. */
  onRunCurrent(): void;
  /** Shift+Alt+F. */
  onFormat(): void;
  /** Told when the editor is there and when it goes. */
  onView(view: EditorView | null): void;
}

/** The SQL of a database: highlighted by its dialect, completed from its schema, run by keys. */
export function SqlEditor(props: SqlEditorProps) {
  const { dialect, isReadOnly, errors } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useLatest(props);
  const parts = useRef({ language: new Compartment(), access: new Compartment() });

  useEffect(() => {
    const parent = host.current;
    if (!parent) return undefined;
    const { initialText, hint, label, onView } = latest.current;
    const { language, access } = parts.current;
    const made = new EditorView({
      parent,
      state: EditorState.create({
        doc: initialText,
        extensions: [
          runKeys(() => latest.current),
          base,
          placeholder(hint),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          language.of([]),
          access.of([]),
          fileDrop((files, place) =>
            quotedPaths(
              files.map(({ path }) => path),
              place.isInString,
              'sql',
            ),
          ),
          tableDrop(({ reference }) => firstRowsOf(reference)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    onView(made);
    return () => {
      view.current = null;
      onView(null);
      made.destroy();
    };
  }, [latest]);

  useEffect(() => {
    view.current?.dispatch({
      effects: parts.current.language.reconfigure(
        sqlLanguage(
          dialect,
          () => latest.current.tables,
          () => latest.current.functions,
        ),
      ),
    });
  }, [dialect, latest]);
  useEffect(() => {
    view.current?.dispatch({
      effects: parts.current.access.reconfigure([
        EditorState.readOnly.of(isReadOnly),
        EditorView.editable.of(!isReadOnly),
      ]),
    });
  }, [isReadOnly]);
  useEffect(() => {
    if (view.current)
      view.current.dispatch(
        setDiagnostics(
          view.current.state,
          errors.map((error) => ({ ...clamped(error, view.current!.state.doc.length), severity: 'error' as const })),
        ),
      );
  }, [errors]);

  return <div ref={host} className="sql-editor-text" />;
}

function clamped({ from, to, message }: ErrorMark, length: number): ErrorMark {
  return { from: Math.min(from, length), to: Math.min(Math.max(from, to), length), message };
}

function runKeys(read: () => SqlEditorProps): Extension {
  const does = (act: (props: SqlEditorProps) => void) => () => {
    act(read());
    return true;
  };
  return Prec.highest(
    keymap.of([
      { key: 'Shift-Enter', run: does((props) => props.onRun()) },
      { key: 'Mod-Enter', run: does((props) => props.onRunCurrent()) },
      { key: 'Shift-Alt-f', run: does((props) => props.onFormat()) },
    ]),
  );
}

const base: Extension = [
  // What floats must not be cut off at the edge of the panel.
  tooltips({ position: 'fixed', parent: document.body }),
  lintGutter(),
  lineNumbers(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  dropCursor(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightSelectionMatches(),
  autocompletion(),
  EditorView.lineWrapping,
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  EditorState.allowMultipleSelections.of(true),
  statementMark,
  sqlTheme,
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...defaultKeymap,
    indentWithTab,
  ]),
];
