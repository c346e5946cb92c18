import { expect, test } from 'vitest';
import { keepStyles, plainText, styleAfter, styledHtml } from './ansi.ts';

const esc = String.fromCodePoint(27);

test('[NBK-088] printed HTML stays text, colours become our classes', () => {
  const html = styledHtml('', `${esc}[31m<img src=x onerror=alert(1)>${esc}[0m & "done"`);
  expect(html).toBe('<span class="ansi-red-fg">&lt;img src=x onerror=alert(1)&gt;</span> &amp; &quot;done&quot;');
});

test('[NBK-088] links and cursor moves of a terminal are taken away', () => {
  const text = `${esc}]8;;javascript:alert(1)${esc}\\here${esc}]8;;${esc}\\${esc}[2K${esc}[1A`;
  expect(keepStyles(text)).toBe('here');
  expect(plainText(`${esc}[1;31mred${esc}[0m`)).toBe('red');
});

test('[NBK-085] a row far down begins with the style in force before it', () => {
  const style = styleAfter('', `${esc}[1m${esc}[32mstart`);
  expect(styledHtml(style, 'later')).toContain('ansi-green-fg');
  expect(styleAfter(style, `end${esc}[0m`)).toBe('');
  expect(styleAfter(style, `${esc}[0;34m`)).toBe(`${esc}[0;34m`);
});
