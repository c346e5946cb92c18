import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import './code-look.css';

const highlight = HighlightStyle.define([
  {
    tag: [
      tags.keyword,
      tags.operatorKeyword,
      tags.modifier,
      tags.tagName,
      tags.bool,
      tags.null,
      tags.self,
      tags.definitionKeyword,
      tags.moduleKeyword,
      tags.controlKeyword,
    ],
    color: 'var(--code-kw)',
  },
  {
    tag: [tags.string, tags.special(tags.string), tags.regexp, tags.escape, tags.attributeValue, tags.url],
    color: 'var(--code-str)',
  },
  { tag: [tags.number, tags.literal, tags.atom, tags.color, tags.unit], color: 'var(--code-num)' },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.function(tags.definition(tags.variableName)),
      tags.definition(tags.className),
      tags.typeName,
      tags.standard(tags.name),
      tags.attributeName,
      tags.meta,
      tags.labelName,
    ],
    color: 'var(--code-fn)',
  },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--code-com)' },
  { tag: [tags.operator, tags.punctuation, tags.bracket, tags.separator], color: 'var(--code-op)' },
]);

const look = EditorView.theme({
  '&': { fontSize: '12.5px', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '19px',
    fontVariantLigatures: 'none',
    direction: 'ltr',
  },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': { border: '0', color: 'var(--text-3)', fontSize: '10.5px', userSelect: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '1.5px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--bg-select)',
  },
  '&.cm-focused .cm-matchingBracket': {
    background: 'var(--bg-press)',
    outline: '1px solid var(--line-strong)',
    borderRadius: '2px',
  },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'var(--red-soft)' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.cm-tooltip': {
    background: 'var(--bg-raised)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow-pop)',
    color: 'var(--text)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', fontSize: '12px', maxHeight: '200px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', lineHeight: '19px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--bg-select)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent-text)' },
  '.cm-completionDetail': { color: 'var(--text-3)', fontStyle: 'normal', marginInlineStart: '12px' },
  '.cm-completionIcon': { opacity: '0.6' },
  '.cm-gutter-lint': { width: '12px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker': {
    width: '8px',
    height: '8px',
    margin: '6px 2px',
    borderRadius: '50%',
    content: 'none',
    boxSizing: 'border-box',
  },
  '.cm-lint-marker-error': { background: 'var(--red)' },
  '.cm-lint-marker-warning': { border: '2px solid var(--amber)', background: 'none' },
  '.cm-lintRange': { backgroundImage: 'none', paddingBottom: '0' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--red)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--amber)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-lintPoint-error::after': { borderBottomColor: 'var(--red)' },
  '.cm-tooltip-lint': { maxWidth: '480px' },
  '.cm-diagnostic': {
    padding: '5px 10px',
    borderLeft: '0',
    fontFamily: 'var(--font-ui)',
    fontSize: 'var(--fs-dense)',
    lineHeight: '18px',
  },
  '.cm-diagnosticSource': { color: 'var(--text-3)', opacity: '1', fontSize: 'var(--fs-micro)' },
});

/**
 * The look of every editor of code: our tokens, so that it follows the theme by itself. Code reads from left to right
 * in every language. An editor adds its own distances by `EditorView.theme` before it.
 */
export const codeLook: Extension = [look, syntaxHighlighting(highlight)];
