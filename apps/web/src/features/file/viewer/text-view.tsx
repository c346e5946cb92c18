import { HighlightStyle, syntaxHighlighting, type LanguageSupport } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { useText } from '../../../platform/text.ts';
import { extensionOf } from '../file-type.ts';

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.tagName], color: 'var(--code-kw)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-str)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-num)' },
  { tag: [tags.function(tags.variableName), tags.propertyName, tags.attributeName, tags.heading], color: 'var(--code-fn)' },
  { tag: [tags.comment, tags.quote], color: 'var(--code-com)', fontStyle: 'italic' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--code-op)' },
]);

const languages: Readonly<Record<string, () => Promise<LanguageSupport>>> = {
  py: async () => (await import('@codemirror/lang-python')).python(),
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
  ...Object.fromEntries(['md', 'markdown'].map((extension) => [extension, async () => (await import('@codemirror/lang-markdown')).markdown()])),
  ...Object.fromEntries(['json', 'geojson', 'ipynb', 'jsonl', 'ndjson'].map((extension) => [extension, async () => (await import('@codemirror/lang-json')).json()])),
  ...Object.fromEntries(['js', 'mjs', 'cjs', 'ts', 'tsx', 'jsx'].map((extension) => [
    extension, async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: extension.startsWith('ts'), jsx: extension.endsWith('x') }),
  ])),
};

/** Text with line numbers, colours and search, to be read and copied. */
export function TextView({ text, path }: { text: string; path: string }) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const label = t('file.contentOf', { path });
  useEffect(() => {
    if (!place.current) return undefined;
    const language = new Compartment();
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        extensions: [
          lineNumbers(), highlightSpecialChars(), highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), search({ top: true }), keymap.of(searchKeymap),
          syntaxHighlighting(highlight), language.of([]), EditorState.readOnly.of(true), EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
        ],
      }),
    });
    view.current = editor;
    let isThere = true;
    void languages[extensionOf(path)]?.().then((support) => {
      if (isThere) editor.dispatch({ effects: language.reconfigure(support) });
    });
    return () => {
      isThere = false;
      view.current = null;
      editor.destroy();
    };
  }, [path, label]);
  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== text) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text, path, label]);
  return <div ref={place} className="text-view" />;
}
