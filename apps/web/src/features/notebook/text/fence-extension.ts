import { createExtension } from '@blocknote/core';
import type { Language } from '@codemirror/language';
import { plainTextType } from '@groma/model';
import { classHighlighter, highlightTree } from '@lezer/highlight';
import { Plugin, PluginKey } from 'prosemirror-state';
import type { Decoration, DecorationSet, EditorView } from 'prosemirror-view';
import { codeLanguages } from '../../../platform/markdown/code-language-table.ts';
import '../../../platform/markdown/code-colours.css';
import { classMarks, eachTextblock, setOf, type TextNode } from '../block/textblock-decorations.ts';

/** Colouring more than this at once would be felt. */
const mostColoured = 20_000;

type Coloured = readonly { from: number; to: number; className: string }[];

const key = new PluginKey<DecorationSet>('fences');
const grammars = new Map<string, Language>();
const asked = new Set<string>();
/** Editors to be drawn anew when a grammar comes. */
const waiting = new Set<() => void>();
const coloured = new WeakMap<TextNode, Coloured>();

/** Colours code within text by its language, whose grammar is brought when a notebook first holds it. */
export const fenceColours = createExtension({
  key: 'fences',
  prosemirrorPlugins: [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: (_config, { doc }) => draw(doc),
        apply: (transaction, before) =>
          transaction.docChanged || transaction.getMeta(key) !== undefined ? draw(transaction.doc) : before,
      },
      props: { decorations: (state) => key.getState(state) },
      view: (view) => {
        const redraw = () => view.dispatch(view.state.tr.setMeta(key, true).setMeta('addToHistory', false));
        waiting.add(redraw);
        bringGrammars(view);
        return {
          destroy: () => waiting.delete(redraw),
          update: (now, before) => {
            if (now.state.doc !== before.doc) bringGrammars(now);
          },
        };
      },
    }),
  ],
});

function languageOf(node: TextNode): string {
  return String(node.attrs['language'] ?? '').toLowerCase();
}

function bringGrammars(view: EditorView): void {
  eachTextblock(view.state.doc, (node) => {
    const language = languageOf(node);
    const load = node.type.name === plainTextType ? codeLanguages.get(language) : undefined;
    if (!load || asked.has(language)) return;
    asked.add(language);
    void load().then(
      (grammar) => {
        grammars.set(language, grammar);
        for (const redraw of waiting) redraw();
      },
      // Without its colours it is read as well.
      () => asked.delete(language),
    );
  });
}

function draw(doc: TextNode): DecorationSet {
  const all: Decoration[] = [];
  eachTextblock(doc, (node, start) => {
    if (node.type.name === plainTextType) all.push(...classMarks(colours(node), start));
  });
  return setOf(doc, all);
}

function colours(node: TextNode): Coloured {
  const grammar = grammars.get(languageOf(node));
  const text = node.textContent;
  if (!grammar || text.length > mostColoured) return [];
  let found = coloured.get(node);
  if (found) return found;
  const pieces: { from: number; to: number; className: string }[] = [];
  highlightTree(grammar.parser.parse(text), classHighlighter, (from, to, className) => {
    pieces.push({ from, to, className });
  });
  found = pieces;
  coloured.set(node, found);
  return found;
}
