import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.tagName, tags.bool, tags.null, tags.self, tags.definitionKeyword, tags.moduleKeyword, tags.controlKeyword], color: 'var(--code-kw)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.escape, tags.attributeValue, tags.url], color: 'var(--code-str)' },
  { tag: [tags.number, tags.atom, tags.color, tags.unit], color: 'var(--code-num)' },
  { tag: [tags.function(tags.variableName), tags.propertyName, tags.attributeName, tags.definition(tags.className), tags.meta, tags.labelName], color: 'var(--code-fn)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment, tags.quote], color: 'var(--code-com)', fontStyle: 'italic' },
  { tag: [tags.operator, tags.punctuation, tags.bracket, tags.separator], color: 'var(--code-op)' },
  { tag: tags.heading, color: 'var(--code-fn)', fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.link, color: 'var(--code-str)', textDecoration: 'underline' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', background: 'var(--bg-surface)', color: 'var(--text)', fontSize: '12.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '19px', fontVariantLigatures: 'none', direction: 'ltr' },
  '.cm-content': { padding: '8px 0 40vh', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 16px 0 6px' },
  '.cm-gutters': { background: 'var(--bg-surface)', border: '0', color: 'var(--text-3)', fontSize: '11px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '40px', padding: '0 4px 0 12px' },
  '.cm-foldGutter .cm-gutterElement': { width: '14px', color: 'var(--text-3)', cursor: 'pointer' },
  '.cm-activeLine': { background: 'var(--bg-hover)' },
  '.cm-activeLineGutter': { background: 'var(--bg-hover)', color: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '1.5px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--bg-select)' },
  '.cm-selectionMatch': { background: 'var(--bg-press)' },
  '.cm-searchMatch': { background: 'var(--amber-soft)', outline: '1px solid var(--amber-line)' },
  '.cm-searchMatch-selected': { background: 'var(--amber-line)' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--bg-press)', outline: '1px solid var(--line-strong)', borderRadius: '2px' },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'var(--red-soft)' },
  '.cm-foldPlaceholder': { background: 'var(--bg-press)', border: '0', color: 'var(--text-2)', padding: '0 6px' },
  '.cm-specialChar': { color: 'var(--red)' },
  '.cm-tooltip': { background: 'var(--bg-raised)', border: '1px solid var(--line-strong)', borderRadius: 'var(--radius)', boxShadow: 'var(--shadow-pop)', color: 'var(--text)', overflow: 'hidden' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', fontSize: '12px', maxHeight: '200px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', lineHeight: '19px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--bg-select)', color: 'var(--text)' },
  '.cm-panels': { background: 'var(--bg-panel)', color: 'var(--text)', fontFamily: 'var(--font-ui)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search, .cm-panel.cm-goto-line': { padding: '6px 32px 6px 10px', fontSize: 'var(--fs-dense)' },
  '.cm-panel.cm-search label': { fontSize: 'var(--fs-dense)', display: 'inline-flex', alignItems: 'center', gap: '4px', marginInlineEnd: '8px' },
  '.cm-textfield': { background: 'var(--bg-raised)', border: '1px solid var(--line-control)', borderRadius: 'var(--radius-s)', color: 'var(--text)', height: '24px', padding: '0 8px', fontSize: 'var(--fs-dense)' },
  '.cm-textfield:focus': { outline: '2px solid var(--focus)', outlineOffset: '-1px' },
  '.cm-button': { background: 'var(--bg-raised)', backgroundImage: 'none', border: '1px solid var(--line-control)', borderRadius: 'var(--radius-s)', color: 'var(--text)', height: '24px', padding: '0 10px', fontSize: 'var(--fs-dense)' },
  '.cm-button:hover': { background: 'var(--bg-hover)' },
  '.cm-panel.cm-search [name=close], .cm-dialog-close': { color: 'var(--text-2)', fontSize: '16px', right: '8px', top: '6px' },
  // Cursors of others: the name stands above for a while after it came, and again under the pointer.
  '.cm-ySelectionCaret': { borderLeftWidth: '2px', borderRight: '0', marginLeft: '-1px', marginRight: '-1px' },
  '.cm-ySelectionCaretDot': { display: 'none' },
  '.cm-ySelectionInfo': {
    top: '-16px', left: '-2px', padding: '0 5px', borderRadius: '3px 3px 3px 0', color: 'var(--on-presence)', background: 'inherit', opacity: '0',
    fontFamily: 'var(--font-ui)', fontSize: 'var(--fs-micro)', lineHeight: '16px', fontWeight: 'var(--fw-medium)', transition: 'none', animation: 'file-name-shown 3s',
  },
  '.cm-ySelectionCaret:hover > .cm-ySelectionInfo': { opacity: '1' },
  '.cm-line:first-child .cm-ySelectionInfo': { top: '19px', borderRadius: '0 3px 3px 3px' },
});

/** The look of text files: our tokens, so that it follows the theme by itself. Code reads from left to right in every language. */
export const editorTheme: Extension = [theme, syntaxHighlighting(highlight)];
