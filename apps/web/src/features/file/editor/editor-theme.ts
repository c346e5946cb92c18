import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { codeLook } from '../../../platform/code-look.ts';

const markup = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-fn)' },
  { tag: tags.quote, color: 'var(--code-com)', fontStyle: 'italic' },
  { tag: tags.heading, color: 'var(--code-fn)', fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.link, color: 'var(--code-str)', textDecoration: 'underline' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', background: 'var(--bg-surface)' },
  '.cm-content': { padding: '8px 0 40vh' },
  '.cm-line': { padding: '0 16px 0 6px' },
  '.cm-gutters': { background: 'var(--bg-surface)', fontSize: '11px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '40px', padding: '0 4px 0 12px' },
  '.cm-foldGutter .cm-gutterElement': { width: '14px', color: 'var(--text-3)', cursor: 'pointer' },
  '.cm-activeLine': { background: 'var(--bg-hover)' },
  '.cm-activeLineGutter': { background: 'var(--bg-hover)', color: 'var(--text)' },
  '.cm-selectionMatch': { background: 'var(--bg-press)' },
  '.cm-searchMatch': { background: 'var(--amber-soft)', outline: '1px solid var(--amber-line)' },
  '.cm-searchMatch-selected': { background: 'var(--amber-line)' },
  '.cm-foldPlaceholder': { background: 'var(--bg-press)', border: '0', color: 'var(--text-2)', padding: '0 6px' },
  '.cm-specialChar': { color: 'var(--red)' },
  '.cm-panels': { background: 'var(--bg-panel)', color: 'var(--text)', fontFamily: 'var(--font-ui)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search, .cm-panel.cm-goto-line': { padding: '6px 32px 6px 10px', fontSize: 'var(--fs-dense)' },
  '.cm-panel.cm-search label': {
    fontSize: 'var(--fs-dense)',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    marginInlineEnd: '8px',
  },
  '.cm-textfield': {
    background: 'var(--bg-raised)',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius-s)',
    color: 'var(--text)',
    height: '24px',
    padding: '0 8px',
    fontSize: 'var(--fs-dense)',
  },
  '.cm-textfield:focus': { outline: '2px solid var(--focus)', outlineOffset: '-1px' },
  '.cm-button': {
    background: 'var(--bg-raised)',
    backgroundImage: 'none',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius-s)',
    color: 'var(--text)',
    height: '24px',
    padding: '0 10px',
    fontSize: 'var(--fs-dense)',
  },
  '.cm-button:hover': { background: 'var(--bg-hover)' },
  '.cm-panel.cm-search [name=close], .cm-dialog-close': {
    color: 'var(--text-2)',
    fontSize: '16px',
    right: '8px',
    top: '6px',
  },
});

/** The look of text files. */
export const editorTheme: Extension = [theme, syntaxHighlighting(markup), codeLook];
