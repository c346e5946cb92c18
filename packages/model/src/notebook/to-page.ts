import type * as Y from 'yjs';
import { cellOf, readCell } from './cell.ts';
import { escapeHtml as escape, withoutColours as plain } from './escape-html.ts';
import type { Inline, InlineText } from './inline.ts';
import { joinText } from './jupyter-output.ts';
import { widgetKind, type WholeOutput, type WidgetOutput } from './output.ts';
import { parseInline } from './parse-inline.ts';
import { readBlocks, type ReadBlock } from './read-blocks.ts';
import { isSafePicture } from './safe-link.ts';
import type { WholeOutputs } from './jupyter-file/kept.ts';
import { widgetPage } from './widget-page.ts';

/**
 * What a page may do by itself: nothing but show. Scripts run in the frames of HTML outputs only, which have no origin.
 */
export const pagePolicy =
  "default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval' blob: data:; frame-src 'self' about: data: blob:; form-action 'none'; base-uri 'none'";

const style = `:root{color-scheme:light dark}body{max-width:880px;margin:40px auto;padding:0 20px;font:15px/1.6 Inter,system-ui,sans-serif}
pre,code{font:12.5px/1.5 "JetBrains Mono",ui-monospace,monospace}pre{margin:0;padding:10px 12px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
.cell{border:1px solid #8884;border-radius:6px;margin:16px 0;overflow:hidden}.code{background:#8881}.out{border-top:1px solid #8884}.stderr,.traceback{border-inline-start:3px solid #c0392b}
figure{margin:12px 0}img{max-width:100%}.out img{background:#fff;padding:8px;max-width:calc(100% - 16px)}iframe{width:100%;height:420px;border:0;background:#fff}
.note{border-inline-start:3px solid #2a7f86;padding:4px 12px;margin:12px 0;background:#8881}table{border-collapse:collapse}td,th{border:1px solid #8884;padding:3px 8px}.input{color:#8a8a8a}`;

/** A picture as a `data:` address, or the sentence that says why it is missing. */
export type PagePicture = { source: string } | { missing: string };

/** What a page is made of beside its document. */
export interface PageParts {
  whole?: WholeOutputs;
  /**
   * Pictures of other servers by their addresses; for each that is missing stands a link, and the reason where there is
   * one.
   */
  pictures?: ReadonlyMap<string, PagePicture>;
}

/**
 * A notebook as one HTML page that needs nothing else: texts, code, outputs. Whatever stands in it is shown, never run.
 */
export function toPage(doc: Y.Doc, name: string, { whole = new Map(), pictures = new Map() }: PageParts = {}): string {
  const body = readBlocks(doc)
    .map((block) => (block.codeId === null ? textOf(block, pictures) : cellOfPage(doc, block.codeId, whole)))
    .join('\n');
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="content-security-policy" content="${escape(pagePolicy)}">
<title>${escape(name)}</title><style>${style}</style></head>
<body><h1>${escape(name)}</h1>
${body}
</body></html>
`;
}

function cellOfPage(doc: Y.Doc, codeId: string, whole: WholeOutputs): string {
  const live = cellOf(doc, codeId);
  if (!live) return '';
  const { code, outputs } = readCell(live);
  const shown = joinText(
    outputs.flatMap((output) => (output.kind === 'stored' ? (whole.get(output.id) ?? []) : [output])),
  );
  return `<div class="cell"><pre class="code">${escape(code)}</pre>${shown.map((output) => `<div class="out ${output.kind.replaceAll(/\W/g, '-')}">${outputOf(output)}</div>`).join('')}</div>`;
}

function outputOf(output: WholeOutput): string {
  switch (output.kind) {
    case 'text':
    case 'stderr':
    case 'text/plain':
    case 'text/markdown':
    case 'text/latex':
      return `<pre>${escape(plain(output.text))}</pre>`;
    case 'traceback':
      return `<pre>${escape(plain(output.text) || `${output.name}: ${output.message}`)}</pre>`;
    case 'application/json':
      return `<pre>${escape(output.json)}</pre>`;
    case 'image/png':
    case 'image/jpeg':
      return /^[A-Za-z0-9+/=]*$/.test(output.data)
        ? `<img alt="" src="data:${output.kind};base64,${output.data}">`
        : '';
    case 'image/svg+xml':
      return `<img alt="" src="data:image/svg+xml;charset=utf-8,${encodeURIComponent(output.svg)}">`;
    case 'text/html':
      return `<iframe sandbox="allow-scripts" title="HTML" srcdoc="${escape(output.html)}"></iframe>`;
    case widgetKind:
      return widgetFrame(output);
    default:
      return output satisfies never;
  }
}

function widgetFrame({ model, state, text }: WidgetOutput): string {
  const { html } = widgetPage(model, state);
  return html === ''
    ? `<pre>${escape(text ?? '')}</pre>`
    : `<iframe sandbox="allow-scripts" title="Widget" srcdoc="${escape(html)}"></iframe>`;
}

function textOf(block: ReadBlock, pictures: ReadonlyMap<string, PagePicture>): string {
  const { type, text, props } = block;
  const inline = inlineOf(parseInline(text));
  switch (type) {
    case 'heading': {
      const level = Math.min(6, Math.max(1, Number(props['level']) || 1));
      return `<h${level}>${inline}</h${level}>`;
    }
    case 'bulletListItem':
      return `<ul style="margin-inline-start:${block.level * 20}px"><li>${inline}</li></ul>`;
    case 'numberedListItem':
      return `<ol style="margin-inline-start:${block.level * 20}px"><li>${inline}</li></ol>`;
    case 'checkListItem':
      return `<p><input type="checkbox" disabled${props['checked'] === true ? ' checked' : ''}> ${inline}</p>`;
    case 'quote':
    case 'alert':
      return `<div class="note">${inline}</div>`;
    case 'codeBlock':
      return `<pre>${escape(text)}</pre>`;
    case 'divider':
      return '<hr>';
    case 'table':
      return `<table>${text
        .split('\n')
        .filter((_, i) => i !== 1)
        .map(
          (row) =>
            `<tr>${row
              .split(/(?<!\\)\|/)
              .slice(1, -1)
              .map((cell) => `<td>${inlineOf(parseInline(cell.trim().replaceAll(String.raw`\|`, '|')))}</td>`)
              .join('')}</tr>`,
        )
        .join('')}</table>`;
    case 'image':
      return pictureOf(props, pictures);
    case 'slider':
      return input(props, props['value']);
    case 'textInput':
      return input(props, props['text']);
    case 'dateSelector':
      return input(props, props['date']);
    case 'dataInput':
      return input(props, props['name'] || props['data']);
    case 'selector':
      return input(props, props['selected']);
    case 'button':
      return '';
    default:
      return `<p>${inline}</p>`;
  }
}

function pictureOf(props: Readonly<Record<string, unknown>>, pictures: ReadonlyMap<string, PagePicture>): string {
  const [url, name, caption] = [props['url'], props['name'], props['caption']].map((value) => String(value ?? ''));
  if (!url || !isSafePicture(url)) return '';
  const picture: PagePicture = isOutside(url) ? (pictures.get(url) ?? { missing: '' }) : { source: url };
  const shown =
    'missing' in picture
      ? `<a rel="noopener noreferrer" href="${escape(url)}">${escape(name || url)}</a><div class="input">${escape(picture.missing)}</div>`
      : `<img alt="${escape(name ?? '')}" src="${escape(picture.source)}">`;
  return `<figure>${shown}<figcaption>${escape(caption ?? '')}</figcaption></figure>`;
}

/** Addresses of the pictures that a notebook shows from other servers, each once. */
export function outsidePictures(doc: Y.Doc): string[] {
  const urls = readBlocks(doc)
    .filter(({ type }) => type === 'image')
    .map(({ props }) => String(props['url'] ?? ''));
  return [...new Set(urls)].filter((url) => isOutside(url) && isSafePicture(url));
}

function isOutside(url: string): boolean {
  return /^\s*https?:/i.test(url);
}

function input(props: Readonly<Record<string, unknown>>, value: unknown): string {
  return `<p><span class="input">${escape(String(props['label'] ?? ''))}:</span> ${escape(String(value ?? ''))}</p>`;
}

function inlineOf(content: readonly Inline[]): string {
  return content
    .map((piece) =>
      piece.type === 'link'
        ? `<a rel="noopener noreferrer" href="${escape(piece.href)}">${piece.content.map(marked).join('')}</a>`
        : marked(piece),
    )
    .join('');
}

const tags = { bold: 'b', italic: 'i', underline: 'u', strike: 's', code: 'code' } as const;

function marked({ text, styles }: InlineText): string {
  return Object.entries(tags).reduce(
    (html, [mark, tag]) => (styles[mark] === true ? `<${tag}>${html}</${tag}>` : html),
    escape(text).replaceAll('\n', '<br>'),
  );
}
