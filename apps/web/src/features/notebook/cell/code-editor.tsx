import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
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
import { useEffect, useLayoutEffect, useRef } from 'react';
import { yUndoManagerKeymap } from 'y-codemirror.next';
import type * as Y from 'yjs';
import { sqlReading } from '@groma/model';
import { liveText } from '../../../platform/live-text/live-text.ts';
import { tableDrop } from '../../../registry/table-drop.ts';
import type { CursorField } from '../block/cursor-field.ts';
import { codeKeymap, leaveKeymap, type CodeKeys } from './code-keymap.ts';
import { loadedGrammar, loadGrammar } from '../block/code-language.ts';
import { codeTheme } from '../block/code-theme.ts';
import { codeUndo } from '../block/code-undo.ts';

export interface CodeEditorProps {
  text: Y.Text;
  language: string;
  label: string;
  hint: string;
  isReadOnly: boolean;
  /** Folded away; it keeps its place, its undo and its cursors. */
  isHidden?: boolean;
  cursors: CursorField;
  keys: Omit<CodeKeys, 'redo'>;
  /** What helps while writing: completions, signatures, documentation, code for files that are dropped. */
  assist: Extension;
  /** Told when the editor is there and when it goes, so that others can lead the focus into it. */
  onView(view: EditorView | null): void;
}

/** The code of a block, bound to its text in the document: many hands, own undo, cursors of the others (NBK-082). */
export function CodeEditor({
  text,
  language,
  label,
  hint,
  isReadOnly,
  isHidden = false,
  cursors,
  keys,
  assist,
  onView,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ keys, onView, language, isReadOnly, assist });
  latest.current = { keys, onView, language, isReadOnly, assist };
  // What the editor was made with, or was told since.
  const told = useRef<{ isReadOnly?: boolean; assist?: Extension; grammar?: Extension }>({});
  const parts = useRef({ grammar: new Compartment(), access: new Compartment(), assist: new Compartment() });

  // Made apart from the page and put into it when all that come at once are made: an editor looks where the cursor is,
  // for which the page would be laid out anew each time.
  useLayoutEffect(() => {
    const undo = codeUndo(text);
    const { grammar, access, assist: help } = parts.current;
    const first = {
      isReadOnly: latest.current.isReadOnly,
      assist: latest.current.assist,
      grammar: loadedGrammar(latest.current.language) ?? [],
    };
    told.current = first;
    const made = new EditorView({
      state: EditorState.create({
        doc: text.toString(),
        extensions: [
          codeKeymap(() => ({
            ...latest.current.keys,
            redo: () => {
              undo.redo();
              return true;
            },
          })),
          leaveKeymap(() => latest.current.keys),
          base,
          placeholder(hint),
          // Long lines scroll by the keyboard too where the code can only be read.
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          access.of(readOnly(first.isReadOnly)),
          grammar.of(first.grammar),
          help.of(first.assist),
          tableDrop(
            (table) => sqlReading(table.databaseName, table.reference),
            () => latest.current.language === 'sql',
          ),
          EditorView.domEventHandlers({
            blur: () => {
              cursors.hide();
            },
          }),
          liveText(text, cursors.awareness, undo),
        ],
      }),
    });
    view.current = made;
    latest.current.onView(made);
    return () => {
      view.current = null;
      latest.current.onView(null);
      made.destroy();
    };
    // The label and the hint name the block at its making; a new name is not worth a new editor.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, cursors]);

  useEffect(() => {
    if (view.current) host.current?.append(view.current.dom);
  }, [text, cursors]);

  useEffect(() => {
    if (told.current.isReadOnly !== isReadOnly)
      view.current?.dispatch({ effects: parts.current.access.reconfigure(readOnly(isReadOnly)) });
    told.current.isReadOnly = isReadOnly;
  }, [isReadOnly, text, cursors]);

  useEffect(() => {
    if (told.current.assist !== assist) view.current?.dispatch({ effects: parts.current.assist.reconfigure(assist) });
    told.current.assist = assist;
  }, [assist, text, cursors]);

  useEffect(() => {
    let isCurrent = true;
    void loadGrammar(language).then((grammar) => {
      if (!isCurrent || told.current.grammar === grammar) return;
      view.current?.dispatch({ effects: parts.current.grammar.reconfigure(grammar) });
      told.current.grammar = grammar;
    });
    return () => {
      isCurrent = false;
    };
  }, [language, text, cursors]);

  return <div ref={host} className="cell-code" hidden={isHidden} />;
}

const base: Extension = [
  // What floats must not be cut off at the edge of the block.
  tooltips({ position: 'fixed', parent: document.body }),
  lintGutter(),
  lineNumbers(),
  highlightSpecialChars(),
  drawSelection(),
  dropCursor(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  indentUnit.of('    '),
  EditorState.tabSize.of(4),
  codeTheme,
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...lintKeymap,
    ...yUndoManagerKeymap,
    ...defaultKeymap,
    indentWithTab,
  ]),
];

function readOnly(isReadOnly: boolean): Extension {
  return [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)];
}
