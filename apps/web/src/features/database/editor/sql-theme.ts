import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { codeLook } from '../../../platform/code-look.ts';

const theme = EditorView.theme({
  '&': { background: 'transparent' },
  // What floats at the body has the classes of the theme too: with this height the whole page could be scrolled away.
  '&.cm-editor': { height: '100%' },
  '.cm-content': { padding: '6px 0' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-gutters': { background: 'transparent' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '28px', padding: '0 6px 0 4px' },
  '.cm-statement': { boxShadow: 'inset 2px 0 0 var(--accent)' },
});

/** The look of SQL. */
export const sqlTheme: Extension = [theme, codeLook];
