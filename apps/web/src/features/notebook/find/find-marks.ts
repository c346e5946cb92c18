import { createExtension } from '@blocknote/core';
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration as CodeDecoration, EditorView, type DecorationSet as CodeDecorations } from '@codemirror/view';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

/** A place that is marked; `isCurrent` is that of the match that was gone to. */
export interface FindMark {
  from: number;
  to: number;
  isCurrent: boolean;
}

const classOf = ({ isCurrent }: FindMark): string => (isCurrent ? 'find-match find-match-current' : 'find-match');

const key = new PluginKey<DecorationSet>('find');

/** Marks what was found in text. */
export const findInText = createExtension({
  key: 'find',
  prosemirrorPlugins: [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, before) {
          const marks = transaction.getMeta(key) as readonly FindMark[] | undefined;
          if (!marks) return before.map(transaction.mapping, transaction.doc);
          const size = transaction.doc.content.size;
          return DecorationSet.create(
            transaction.doc,
            marks
              .filter(({ to }) => to <= size)
              .map((mark) => Decoration.inline(mark.from, mark.to, { class: classOf(mark) })),
          );
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
});

type TextView = Parameters<NonNullable<Plugin['spec']['view']>>[0];

export function markText(view: TextView, marks: readonly FindMark[]): void {
  if (marks.length === 0 && key.getState(view.state) === DecorationSet.empty) return;
  view.dispatch(view.state.tr.setMeta(key, marks).setMeta('addToHistory', false));
}

const setMarks = StateEffect.define<readonly FindMark[]>();

/** Marks what was found in code. */
export const findInCode = StateField.define<CodeDecorations>({
  create: () => CodeDecoration.none,
  update(before, transaction) {
    let marks = before.map(transaction.changes);
    for (const effect of transaction.effects)
      if (effect.is(setMarks)) {
        const { length } = transaction.state.doc;
        marks = CodeDecoration.set(
          effect.value
            .filter(({ to }) => to <= length)
            .map((mark) => CodeDecoration.mark({ class: classOf(mark) }).range(mark.from, mark.to)),
        );
      }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function markCode(view: EditorView, marks: readonly FindMark[]): void {
  if (marks.length === 0 && view.state.field(findInCode, false)?.size === 0) return;
  view.dispatch({ effects: setMarks.of(marks) });
}
