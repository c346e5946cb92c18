import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, dropCursor, EditorView, highlightSpecialChars, keymap, lineNumbers, placeholder, tooltips } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { yCollab, yUndoManagerKeymap } from 'y-codemirror.next';
import type * as Y from 'yjs';
import { fileDrop } from '../../../registry/file-drop.ts';
import { droppedCode } from '../drop/dropped-code.ts';
import type { CursorField } from './cursor-field.ts';
import { codeKeymap, type CodeKeys } from './code-keymap.ts';
import { loadGrammar } from './code-language.ts';
import { codeTheme } from './code-theme.ts';
import { codeUndo } from './code-undo.ts';

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
  /** What helps while writing: completions, signatures, documentation. */
  assist: Extension;
  /** Told when the editor is there and when it goes, so that others can lead the focus into it. */
  onView(view: EditorView | null): void;
}

/** The code of a block, bound to its text in the document: many hands, own undo, cursors of the others (NBK-082). */
export function CodeEditor({ text, language, label, hint, isReadOnly, isHidden = false, cursors, keys, assist, onView }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ keys, onView, language });
  latest.current = { keys, onView, language };
  const parts = useRef({ grammar: new Compartment(), access: new Compartment(), assist: new Compartment() });

  useEffect(() => {
    const parent = host.current;
    if (!parent) return undefined;
    const undo = codeUndo(text);
    const { grammar, access, assist: help } = parts.current;
    const made = new EditorView({
      parent,
      state: EditorState.create({
        doc: text.toString(),
        extensions: [
          codeKeymap(() => ({ ...latest.current.keys, redo: () => { undo.redo(); return true; } })),
          base, placeholder(hint), EditorView.contentAttributes.of({ 'aria-label': label }),
          access.of(readOnly(false)), grammar.of([]), help.of([]),
          fileDrop((files, place) => droppedCode(files, place, latest.current.language)),
          EditorView.domEventHandlers({ blur: () => { cursors.hide(); } }),
          yCollab(text, cursors.awareness, { undoManager: undo }),
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

  useEffect(() => { view.current?.dispatch({ effects: parts.current.access.reconfigure(readOnly(isReadOnly)) }); }, [isReadOnly, text, cursors]);

  useEffect(() => { view.current?.dispatch({ effects: parts.current.assist.reconfigure(assist) }); }, [assist, text, cursors]);

  useEffect(() => {
    let isCurrent = true;
    void loadGrammar(language).then((grammar) => {
      if (isCurrent) view.current?.dispatch({ effects: parts.current.grammar.reconfigure(grammar) });
    });
    return () => { isCurrent = false; };
  }, [language, text, cursors]);

  return <div ref={host} className="cell-code" hidden={isHidden} />;
}

const base: Extension = [
  // What floats must not be cut off at the edge of the block.
  tooltips({ position: 'fixed', parent: document.body }),
  lintGutter(), lineNumbers(), highlightSpecialChars(), drawSelection(), dropCursor(), indentOnInput(), bracketMatching(), closeBrackets(), autocompletion(),
  indentUnit.of('    '), EditorState.tabSize.of(4), codeTheme,
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...yUndoManagerKeymap, ...defaultKeymap, indentWithTab]),
];

function readOnly(isReadOnly: boolean): Extension {
  return [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)];
}
