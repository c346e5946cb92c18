import { EditorState } from '@codemirror/state';
import { EditorView, showTooltip, tooltips } from '@codemirror/view';
import { expect, test } from 'vitest';
import { sqlTheme } from './sql-theme.ts';

test('[DBS-101] only the editor is as high as its panel, not what floats at the body beside it', () => {
  const parent = document.body.appendChild(document.createElement('div'));
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [sqlTheme, tooltips({ position: 'fixed', parent: document.body }), showTooltip.of(null)],
    }),
  });
  const floating = [...document.body.children].find((element) => element !== parent)!;
  const theme = view.themeClasses.split(' ');
  expect(theme.filter((name) => floating.classList.contains(name))).toEqual(theme);
  expect(getComputedStyle(view.dom).height).toBe('100%');
  expect(getComputedStyle(floating).height).not.toBe('100%');
  view.destroy();
});
