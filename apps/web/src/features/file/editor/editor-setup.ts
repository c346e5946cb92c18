import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { gotoLine, highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { yUndoManagerKeymap } from 'y-codemirror.next';
import type { Text } from '../../../platform/text.ts';
import { editorTheme } from './editor-theme.ts';

/** Words that the editor says itself, and their keys. */
const phraseKeys: Readonly<Record<string, string>> = {
  Find: 'find',
  Replace: 'replace',
  next: 'next',
  previous: 'previous',
  all: 'all',
  'match case': 'matchCase',
  'by word': 'byWord',
  regexp: 'regexp',
  replace: 'replaceOne',
  'replace all': 'replaceAll',
  close: 'close',
  'Go to line': 'goToLine',
  go: 'go',
  'current match': 'currentMatch',
  'on line': 'onLine',
  'replaced match on line $': 'replacedOnLine',
  'replaced $ matches': 'replacedMatches',
  'Control character': 'controlCharacter',
  'Fold line': 'foldLine',
  'Unfold line': 'unfoldLine',
  'folded code': 'foldedCode',
  unfold: 'unfold',
};

/**
 * What every text has: numbers of lines, folding, brackets, search, going to a line, many cursors, and indentation by
 * Tab.
 */
export function editorSetup(t: Text): Extension {
  return [
    // Lines end with a line feed in the shared text, whatever is pasted; a lone carriage return of a mixed file stays a
    // character.
    EditorState.lineSeparator.of('\n'),
    EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, '\n')),
    EditorState.allowMultipleSelections.of(true),
    EditorState.tabSize.of(4),
    indentUnit.of('    '),
    EditorState.phrases.of(
      Object.fromEntries(Object.entries(phraseKeys).map(([phrase, key]) => [phrase, t(`file.editor.phrase.${key}`)])),
    ),
    lineNumbers(),
    foldGutter(),
    highlightSpecialChars(),
    drawSelection(),
    dropCursor(),
    rectangularSelection(),
    crosshairCursor(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    editorTheme,
    keymap.of([
      { key: 'Alt-g', run: gotoLine, preventDefault: true },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...yUndoManagerKeymap,
      ...searchKeymap,
      ...foldKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
  ];
}

/** Keeps the text from being written, but not from being read, selected and searched by keyboard. */
export function writing(isAllowed: boolean): Extension {
  return isAllowed ? [] : [EditorState.readOnly.of(true), EditorView.contentAttributes.of({ 'aria-readonly': 'true' })];
}
