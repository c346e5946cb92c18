import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { codeLook } from '../../../platform/code-look.ts';

const theme = EditorView.theme({
  '&': { background: 'transparent' },
  '.cm-content': { padding: '1px 0 9px', whiteSpace: 'pre' },
  '.cm-line': { padding: '0 12px 0 0' },
  '.cm-gutters': { background: 'var(--bg-code)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '34px', padding: '0 12px 0 4px' },
});

/** The look of the code of a cell. */
export const codeTheme: Extension = [theme, codeLook];
