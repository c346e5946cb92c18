import * as Y from 'yjs';
import { isSafeLink } from './safe-link.ts';

/** Marks of a piece of text, as the editor names them; colours carry a text, the others `true`. */
export type TextStyles = Readonly<Record<string, boolean | string>>;

export interface InlineText {
  type: 'text';
  text: string;
  styles: TextStyles;
}
export interface InlineLink {
  type: 'link';
  href: string;
  content: readonly InlineText[];
}

/** Text with marks and links, in the editor's JSON form. */
export type Inline = InlineText | InlineLink;

const flagMarks = ['bold', 'italic', 'underline', 'strike', 'code'] as const;
const valueMarks = ['textColor', 'backgroundColor'] as const;

/** A piece of text in a live document, with the marks the product knows; `href` of a link around it. */
export interface MarkedText {
  text: string;
  styles: TextStyles;
  href?: string;
}

/** Text without marks. */
export function plainText(text: string): InlineText {
  return { type: 'text', text, styles: {} };
}

/**
 * Nodes that hold a block's text in a live document, in the encoding of y-prosemirror: text with marks as attributes
 * (`{}` for a mark without a value), and a `hardBreak` element for each line break.
 */
export function inlineNodes(content: readonly Inline[]): (Y.XmlText | Y.XmlElement)[] {
  const nodes: (Y.XmlText | Y.XmlElement)[] = [];
  let delta: { insert: string; attributes?: Record<string, unknown> }[] = [];
  const flush = (): void => {
    if (delta.length === 0) return;
    const text = new Y.XmlText();
    text.applyDelta(delta);
    nodes.push(text);
    delta = [];
  };
  for (const piece of content.flatMap(toMarked)) {
    piece.text.split(/\r\n?|\n/).forEach((line, i) => {
      if (i > 0) {
        flush();
        nodes.push(new Y.XmlElement('hardBreak'));
      }
      if (line !== '') delta.push({ insert: line, attributes: attributesOf(piece) });
    });
  }
  flush();
  return nodes;
}

/** Text with marks below an element of a live document. */
export function readInline(element: Y.XmlElement | Y.XmlFragment): MarkedText[] {
  return element.toArray().flatMap((node): MarkedText[] => {
    if (node instanceof Y.XmlText) return readText(node);
    if (node instanceof Y.XmlElement && node.nodeName === 'hardBreak') return [{ text: '\n', styles: {} }];
    return [];
  });
}

function readText(text: Y.XmlText): MarkedText[] {
  const delta = text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[];
  return delta
    .filter((piece) => typeof piece.insert === 'string')
    .map(({ insert, attributes = {} }) => {
      const styles: Record<string, boolean | string> = {};
      for (const mark of flagMarks) if (attributes[mark]) styles[mark] = true;
      for (const mark of valueMarks) {
        const value = (attributes[mark] as { stringValue?: unknown } | undefined)?.stringValue;
        if (typeof value === 'string') styles[mark] = value;
      }
      const href = (attributes['link'] as { href?: unknown } | undefined)?.href;
      return { text: insert as string, styles, ...(typeof href === 'string' && { href }) };
    });
}

function toMarked(inline: Inline): MarkedText[] {
  if (inline.type === 'text') return [{ text: inline.text, styles: inline.styles }];
  return inline.content.map(({ text, styles }) => ({ text, styles, href: inline.href }));
}

function attributesOf({ styles, href }: MarkedText): Record<string, unknown> {
  return {
    ...Object.fromEntries(flagMarks.filter((mark) => styles[mark]).map((mark) => [mark, {}])),
    ...Object.fromEntries(
      valueMarks
        .filter((mark) => typeof styles[mark] === 'string')
        .map((mark) => [mark, { stringValue: styles[mark] }]),
    ),
    ...(href !== undefined && isSafeLink(href) && { link: { href } }),
  };
}
