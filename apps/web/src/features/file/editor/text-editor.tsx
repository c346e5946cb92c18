import { Compartment, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { liveText } from '../../../platform/live-text/live-text.ts';
import { useText } from '../../../platform/text.ts';
import { fileDrop, quotedPaths } from '../../../registry/file-drop.ts';
import { editorSetup, writing } from './editor-setup.ts';
import { fileUndo } from './file-undo.ts';
import { languageOf } from './language-of.ts';

/** Where the cursor stands, counted from one, and how much is selected. */
export interface Place {
  line: number;
  column: number;
  selected: number;
}

interface TextEditorProps {
  text: Y.Text;
  awareness: Awareness;
  path: string;
  isEditable: boolean;
  isWrapped: boolean;
  onPlace(place: Place): void;
  onView(view: EditorView | null): void;
}

/** A live text to write in: many hands, cursors of the others with their names, undo of one's own edits alone. */
export function TextEditor({ text, awareness, path, isEditable, isWrapped, onPlace, onView }: TextEditorProps) {
  const t = useText();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const parts = useRef({
    label: new Compartment(),
    grammar: new Compartment(),
    access: new Compartment(),
    wrapping: new Compartment(),
  });
  const latest = useRef({ onPlace, onView, path });
  useEffect(() => {
    latest.current = { onPlace, onView, path };
  });
  const label = t('file.contentOf', { path });
  useEffect(() => {
    if (!host.current) return undefined;
    const { label: name, grammar, access, wrapping } = parts.current;
    const made = new EditorView({
      parent: host.current,
      state: EditorState.create({
        // Cut by hand: the editor would take a lone carriage return for the end of a line.
        doc: EditorState.create({ extensions: EditorState.lineSeparator.of('\n') }).toText(text.toString()),
        extensions: [
          editorSetup(t),
          name.of([]),
          access.of([]),
          grammar.of([]),
          wrapping.of([]),
          fileDrop((files, { isInString }) =>
            droppedText(
              files.map(({ path: dropped }) => dropped),
              isInString,
              latest.current.path,
            ),
          ),
          EditorView.updateListener.of((update) => {
            if (update.selectionSet || update.docChanged) latest.current.onPlace(placeOf(update.state));
          }),
          liveText(text, awareness, fileUndo(text)),
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
  }, [text, awareness, t]);
  useEffect(() => {
    view.current?.dispatch({
      effects: parts.current.label.reconfigure(EditorView.contentAttributes.of({ 'aria-label': label })),
    });
  }, [label, text, awareness, t]);
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.access.reconfigure(writing(isEditable)) });
  }, [isEditable, text, awareness, t]);
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.wrapping.reconfigure(isWrapped ? EditorView.lineWrapping : []) });
  }, [isWrapped, text, awareness, t]);
  useEffect(() => {
    let isCurrent = true;
    void languageOf(path)
      ?.load()
      .then((grammar) => {
        if (isCurrent) view.current?.dispatch({ effects: parts.current.grammar.reconfigure(grammar) });
      });
    return () => {
      isCurrent = false;
    };
  }, [path, text, awareness, t]);
  return <div ref={host} className="file-editor-text" dir="ltr" />;
}

/** Languages that name a file by a text in quotes. */
const quoting = new Set(['py', 'js', 'mjs', 'cjs', 'jsx', 'ts', 'tsx', 'json', 'geojson', 'ipynb', 'r', 'sql']);

/** Project files that fall into a text are their paths: quoted in code, a line for each in what people read. */
function droppedText(paths: readonly string[], isInString: boolean, path: string): string {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return quoting.has(ending) ? quotedPaths(paths, isInString, ending) : paths.join('\n');
}

function placeOf({ selection, doc }: EditorState): Place {
  const { head } = selection.main;
  const line = doc.lineAt(head);
  return {
    line: line.number,
    column: head - line.from + 1,
    selected: selection.ranges.reduce((sum, { from, to }) => sum + to - from, 0),
  };
}
