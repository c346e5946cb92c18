import * as Y from 'yjs';
import { numberOf } from './block-markdown.ts';
import { cellOf, readCell } from './cell.ts';
import { escapeHtml as escape, withoutColours as plain } from './escape-html.ts';
import type { Inline, InlineText } from './inline.ts';
import { joinText } from './jupyter-output.ts';
import { widgetKind, type WholeOutput } from './output.ts';
import { mathSpans, withoutGuards } from './math-span.ts';
import { parseInline } from './parse-inline.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { readBlocks, type ReadBlock } from './read-blocks.ts';
import { isSafePicture } from './safe-link.ts';
import type { WholeOutputs } from './jupyter-file/kept.ts';
import { widgetPage } from './widget-page.ts';
import { isMedia, outputFrameHtml } from './media-output.ts';
import { createNotebookDocument } from './write-blocks.ts';

/** A picture as an address, or the sentence that says why it is missing. */
export type PagePicture = { source: string } | { missing: string };

/** Which output of which code block: `index` counts what is shown, running text as one. */
export interface OutputPlace {
  codeId: string;
  index: number;
}

/** How a page shows code, and outputs that are more than text, as HTML. */
export interface BodyLook {
  code(code: string, codeId: string): string;
  /** A document of its own, which may run scripts. */
  frame(html: string, title: 'HTML' | 'Widget', place: OutputPlace): string;
  picture(output: PictureOutput, place: OutputPlace): string;
}

export type PictureOutput =
  | Extract<WholeOutput, { kind: 'image/png' | 'image/jpeg' | 'image/svg+xml' }>
  | { kind: 'image/gif' | 'image/webp'; data: string };

/** What the body of a page is made of beside its document. */
export interface BodyParts {
  look: BodyLook;
  whole?: WholeOutputs;
  /**
   * Pictures of other servers by their addresses; for each that is missing stands a link, and the reason where there is
   * one.
   */
  pictures?: ReadonlyMap<string, PagePicture>;
  /** Levels that headings go down, where the page has headings above. */
  headingShift?: number;
  /** A formula in TeX as HTML; where it is left out, or gives null, the formula stands as it is written. */
  formula?: DrawFormula | undefined;
}

export type DrawFormula = (source: string, isDisplay: boolean) => string | null;

/** The blocks of a notebook as HTML: texts, code, outputs. Whatever stands in them is shown, never run. */
export function notebookBody(
  doc: Y.Doc,
  { look, whole = new Map(), pictures = new Map(), headingShift = 0, formula }: BodyParts,
): string {
  const blocks = readBlocks(doc);
  return blocks
    .map((block, i) =>
      block.codeId === null
        ? textOf(block, { pictures, headingShift, formula, number: numberOf(blocks, i) })
        : cellOfPage(doc, block.codeId, whole, look),
    )
    .join('\n');
}

/** What a code block shows, in order: running text joined, what is kept beside the document in its place. */
export function shownOutputs(doc: Y.Doc, codeId: string, whole: WholeOutputs): WholeOutput[] {
  const live = cellOf(doc, codeId);
  if (!live) return [];
  return joinText(
    readCell(live).outputs.flatMap((output) => (output.kind === 'stored' ? (whole.get(output.id) ?? []) : [output])),
  );
}

function cellOfPage(doc: Y.Doc, codeId: string, whole: WholeOutputs, look: BodyLook): string {
  const live = cellOf(doc, codeId);
  if (!live) return '';
  const shown = shownOutputs(doc, codeId, whole).map(
    (output, index) =>
      `<div class="out ${output.kind.replaceAll(/\W/g, '-')}">${outputOf(output, look, { codeId, index })}</div>`,
  );
  return `<div class="cell">${look.code(readCell(live).code, codeId)}${shown.join('')}</div>`;
}

/** Pictures stand in the page, films, sounds and scripts in a frame; a document is named. */
function mediaOf(output: WholeOutput, look: BodyLook, place: OutputPlace): string {
  if (output.kind === 'image/gif' || output.kind === 'image/webp')
    return /^[A-Za-z0-9+/=]*$/.test(output.data) ? look.picture({ kind: output.kind, data: output.data }, place) : '';
  const html = outputFrameHtml(output);
  return html === null ? `<pre>${escape(output.kind)}</pre>` : look.frame(html, 'HTML', place);
}

function outputOf(output: WholeOutput, look: BodyLook, place: OutputPlace): string {
  if (isMedia(output) || output.kind === 'application/javascript') return mediaOf(output, look, place);
  switch (output.kind) {
    case 'text':
    case 'stderr':
    case 'text/plain':
    case 'text/markdown':
    case 'text/latex':
      return `<pre>${escape(plain(output.text))}</pre>`;
    case 'input':
      return `<pre>${escape(plain(output.prompt))}</pre>`;
    case 'traceback':
      return `<pre>${escape(plain(output.text) || `${output.name}: ${output.message}`)}</pre>`;
    case 'application/json':
    case 'application/geo+json':
      return `<pre>${escape(output.json)}</pre>`;
    case 'image/png':
    case 'image/jpeg':
      return /^[A-Za-z0-9+/=]*$/.test(output.data) ? look.picture(output, place) : '';
    case 'image/svg+xml':
      return look.picture(output, place);
    case 'text/html':
      return look.frame(output.html, 'HTML', place);
    case widgetKind: {
      const { html } = widgetPage(output.model, output.state);
      return html === '' ? `<pre>${escape(output.text ?? '')}</pre>` : look.frame(html, 'Widget', place);
    }
    default:
      return output satisfies never;
  }
}

interface TextParts {
  pictures: ReadonlyMap<string, PagePicture>;
  headingShift: number;
  formula: DrawFormula | undefined;
  /** Its place in a numbered list. */
  number: number;
}

function textOf(block: ReadBlock, { pictures, headingShift, formula, number }: TextParts): string {
  const { type, text, props } = block;
  const inline = inlineOf(parseInline(text), formula);
  switch (type) {
    case 'heading': {
      const level = Math.min(6, Math.max(1, Number(props['level']) || 1) + headingShift);
      return `<h${level}>${inline}</h${level}>`;
    }
    case 'bulletListItem':
      return `<ul class="${levelClass(block)}"><li>${inline}</li></ul>`;
    case 'numberedListItem':
      return `<ol class="${levelClass(block)}" start="${number}"><li>${inline}</li></ol>`;
    case 'checkListItem':
      return `<p><input type="checkbox" disabled aria-label="${escape(text.slice(0, 80))}"${props['checked'] === true ? ' checked' : ''}> ${inline}</p>`;
    case 'quote':
    case 'alert':
      return `<div class="note">${inline}</div>`;
    case 'codeBlock':
      return `<pre dir="ltr"><code>${escape(text)}</code></pre>`;
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
              .map((cell) => `<td>${inlineOf(parseInline(cell.trim().replaceAll(String.raw`\|`, '|')), formula)}</td>`)
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

/** Deepest indentation that pages tell apart. */
const deepest = 6;

function levelClass({ level }: ReadBlock): string {
  return `in-${Math.min(level, deepest)}`;
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

function inlineOf(content: readonly Inline[], formula: DrawFormula | undefined): string {
  return content
    .map((piece) =>
      piece.type === 'link'
        ? `<a rel="noopener noreferrer" href="${escape(piece.href)}">${piece.content.map((each) => marked(each, formula)).join('')}</a>`
        : marked(piece, formula),
    )
    .join('');
}

const tags = { bold: 'b', italic: 'i', underline: 'u', strike: 's', code: 'code' } as const;

function marked({ text, styles }: InlineText, formula: DrawFormula | undefined): string {
  return Object.entries(tags).reduce(
    (html, [mark, tag]) => (styles[mark] === true ? `<${tag}>${html}</${tag}>` : html),
    styles['code'] === true ? lines(text) : withFormulas(text, formula),
  );
}

/** Text as HTML, its formulas drawn. */
function withFormulas(text: string, formula: DrawFormula | undefined): string {
  let html = '';
  let at = 0;
  for (const { from, to, source, isDisplay } of mathSpans(text)) {
    const drawn = formula?.(source, isDisplay) ?? `<code dir="ltr">${lines(text.slice(from, to))}</code>`;
    // Of a formula that stands alone, the lines around it are its own.
    const before = lines(withoutGuards(text.slice(at, from)));
    html += (isDisplay ? before.replace(/<br>$/, '') : before) + drawn;
    at = isDisplay && text[to] === '\n' ? to + 1 : to;
  }
  return html + lines(withoutGuards(text.slice(at)));
}

function lines(text: string): string {
  return escape(text).replaceAll('\n', '<br>');
}

/** Nothing of a text is code that ran. */
const textAlone: BodyLook = { code: () => '', frame: () => '', picture: () => '' };

/** Markdown as HTML: what is HTML in it is shown as text, and pictures of other servers are links to them. */
export function markdownBody(markdown: string, headingShift = 0, formula?: DrawFormula): string {
  const blocks = parseMarkdown(markdown);
  if (blocks.length === 0) return '';
  const doc = new Y.Doc();
  createNotebookDocument(doc, blocks);
  return notebookBody(doc, { look: textAlone, headingShift, formula });
}
