import { EditorView } from '@codemirror/view';

/** Our look of what is taken away and what comes, in place of that of the library. */
export const diffTheme = EditorView.theme({
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine, .cm-inlineChangedLine': { backgroundColor: 'var(--add-bg)' },
  '&.cm-merge-b .cm-changedText': { background: 'none', boxShadow: 'inset 0 -2px var(--green-line)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--del-bg)', paddingInlineStart: '0', position: 'relative' },
  '.cm-deletedChunk .cm-deletedLine, .cm-deletedChunk del': { color: 'var(--del-ink)' },
  '&.cm-merge-b .cm-deletedChunk .cm-deletedText': { background: 'none', boxShadow: 'inset 0 -2px var(--red-line)' },
  '.cm-deletedChunk .cm-chunkButtons': {
    // At the edge of what is in sight, over the first line, however long the lines are.
    position: 'sticky',
    insetInlineEnd: '6px',
    zIndex: '1',
    display: 'flex',
    gap: '4px',
    inlineSize: 'max-content',
    blockSize: '0',
    marginInlineStart: 'auto',
  },
  '.cm-deletedChunk .cm-chunkButtons button': {
    blockSize: '18px',
    margin: '0',
    padding: '0 7px',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius-s)',
    background: 'var(--bg-raised)',
    color: 'var(--text)',
    fontFamily: 'var(--font-ui)',
    fontSize: 'var(--fs-micro)',
    lineHeight: '16px',
    cursor: 'pointer',
  },
  '.cm-deletedChunk .cm-chunkButtons button:hover': { background: 'var(--bg-hover)' },
  '.cm-deletedChunk .cm-chunkButtons button:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '1px' },
  '.cm-deletedChunk .cm-chunkButtons .code-diff-accept': { color: 'var(--green)' },
  '.cm-deletedChunk .cm-chunkButtons .code-diff-reject': { color: 'var(--red)' },
  '.cm-changeGutter': { width: '3px', paddingInlineStart: '0' },
  '&.cm-editor.cm-merge-b .cm-changedLineGutter, &.cm-editor .cm-inlineChangedLineGutter': {
    background: 'var(--green)',
  },
  '&.cm-editor.cm-merge-b .cm-deletedLineGutter': { background: 'var(--red)' },
  '&.cm-editor .cm-collapsedLines': {
    background: 'var(--bg-surface)',
    color: 'var(--text-3)',
    fontFamily: 'var(--font-ui)',
    fontSize: 'var(--fs-micro)',
    padding: '2px 10px',
  },
});
