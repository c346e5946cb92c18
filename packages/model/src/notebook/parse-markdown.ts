import { plainTextType } from './block-type.ts';
import { plainText, type Inline } from './inline.ts';
import { htmlBegins, mathEnd, openMathEnd } from './literal-lines.ts';
import { parseInline } from './parse-inline.ts';
import { isSafePicture } from './safe-link.ts';
import type { NewBlock } from './new-block.ts';

/** Pictures that a Jupyter markdown cell carries with it, by name, as addresses. */
export type Attachments = Readonly<Record<string, string>>;

/** A block with its indentation, before the tree is built. */
interface Flat {
  indent: number;
  block: NewBlock;
}

/** Items that are indented further stand beside each other. */
const mostLevels = 20;

// Each pattern here takes time in proportion to the line, whatever stands in it: a notebook is read on the server.
const listItem = /^(\s*)(?:([-*+])|(\d{1,9})[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/s;
const tableRule = /^\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?$/;
const addressHere = /\(\s*<?([^\s)>]+)/y;
const restOfPicture = />?(?:\s+"[^")]*")?\s*\)/y;

/**
 * Reads markdown into blocks: headings, paragraphs, bulleted, numbered and check lists with nesting, quotes, rules,
 * code between fences or indented (shown as text, not run), tables and pictures. Everything else stays a paragraph as
 * it is written. Each block has the `lines` that it is made of.
 */
export function parseMarkdown(markdown: string, attachments: Attachments = {}): NewBlock[] {
  const raw = markdown.replaceAll(/\r\n?/g, '\n').split('\n');
  const lines = raw.map((line) => line.replaceAll('\t', '    '));
  const flat: Flat[] = [];
  for (let at = 0; at < lines.length;) {
    const count = flat.length;
    const end = Math.min(lines.length, readCode(raw, lines, at, flat) ?? readOne(lines, at, flat, attachments));
    for (const each of flat.slice(count)) each.block = { ...each.block, lines: [at, end] };
    at = end;
  }
  return nest(flat);
}

/**
 * Reads code between fences or indented that begins at a line, with its tabs; returns the line after it, undefined
 * where there is none.
 */
function readCode(raw: readonly string[], lines: readonly string[], at: number, flat: Flat[]): number | undefined {
  const push = (language: string, code: readonly string[]): void => {
    flat.push({
      indent: 0,
      block: { type: plainTextType, props: { language }, content: [plainText(code.join('\n'))] },
    });
  };
  const [, space = '', fence, language = ''] = /^(\s*)(```+|~~~+)\s*([^\s`{]*)[^`]*$/.exec(lines[at]!) ?? [];
  if (fence) {
    const end = endOf(lines, at + 1, (each) => !closes(each, fence));
    push(
      language || 'text',
      raw.slice(at + 1, end).map((line) => withoutSpace(line, space.length)),
    );
    return end + 1;
  }
  const isList = flat.at(-1)?.block.type.endsWith('ListItem') ?? false;
  if (isList || !/^ {4,}\S/.test(lines[at]!)) return undefined;
  let end = endOf(lines, at, (each) => each.trim() === '' || /^ {4}/.test(each));
  while (lines[end - 1]!.trim() === '') end -= 1;
  push(
    'text',
    raw.slice(at, end).map((line) => withoutSpace(line, 4)),
  );
  return end;
}

function closes(line: string, fence: string): boolean {
  const text = line.trim();
  return text.startsWith(fence) && [...text].every((sign) => sign === fence[0]);
}

/** A line without up to so much white space before it, of which a tab counts four. */
function withoutSpace(line: string, most: number): string {
  let [at, count] = [0, 0];
  while (count < most && (line[at] === ' ' || line[at] === '\t')) {
    count += line[at] === '\t' ? 4 : 1;
    at += 1;
  }
  return line.slice(at);
}

/** Reads the construct that begins at a line; returns the line after it. */
function readOne(lines: readonly string[], at: number, flat: Flat[], attachments: Attachments): number {
  const line = lines[at]!;
  const push = (block: NewBlock, indent = 0): void => {
    flat.push({ indent, block });
  };
  if (line.trim() === '') return at + 1;
  const formulaEnd = mathEnd(lines, at);
  if (formulaEnd !== undefined) {
    push({ type: 'paragraph', content: [plainText(lines.slice(at, formulaEnd).join('\n'))] });
    return formulaEnd;
  }
  if (htmlBegins(line)) {
    const end = endOf(lines, at, (each) => each.trim() !== '');
    push({ type: 'paragraph', content: [plainText(lines.slice(at, end).join('\n'))] });
    return end;
  }
  const heading = /^ {0,3}(#{1,6})\s(.*)$/s.exec(line);
  if (heading) {
    push({
      type: 'heading',
      props: { level: heading[1]!.length },
      content: parseInline(withoutSigns(heading[2]!.trim())),
    });
    return at + 1;
  }
  if (/^ {0,3}([-*_])(\s*\1){2,}\s*$/.test(line)) {
    push({ type: 'divider' });
    return at + 1;
  }
  if (/^ {0,3}>/.test(line)) {
    const end = endOf(lines, at, (each) => /^ {0,3}>/.test(each));
    const quoted = lines.slice(at, end).map((each) => each.replace(/^ {0,3}> ?/, ''));
    // Anything that is not running text keeps its lines.
    const isText = quoted.every((each) => each.trim() !== '' && !beginsBlock(each));
    push({ type: 'quote', content: parseInline(quoted.join(isText ? '\n' : '  \n')) });
    return end;
  }
  const item = listItem.exec(line);
  if (item) return readItem(lines, at, item, push);
  if (line.includes('|') && tableRule.test((lines[at + 1] ?? '').trim())) return readTable(lines, at, push);
  const end = paragraphEnd(lines, at);
  const underline = /^ {0,3}(=+|-+)\s*$/.exec(lines[end] ?? '')?.[1];
  if (underline) {
    push({
      type: 'heading',
      props: { level: underline.startsWith('=') ? 1 : 2 },
      content: parseInline(lines.slice(at, end).join('\n')),
    });
    return end + 1;
  }
  for (const block of paragraphsOf(lines.slice(at, end).join('\n'), attachments)) push(block);
  return end;
}

function readItem(
  lines: readonly string[],
  at: number,
  item: RegExpExecArray,
  push: (block: NewBlock, indent: number) => void,
): number {
  const [, space = '', , number, check, first = ''] = item;
  const end = endOf(lines, at + 1, (each) => each.trim() !== '' && !beginsBlock(each));
  const content = parseInline([first, ...lines.slice(at + 1, end)].join('\n'));
  const indent = space.length + 1;
  if (check !== undefined) push({ type: 'checkListItem', props: { checked: check !== ' ' }, content }, indent);
  else if (number === undefined) push({ type: 'bulletListItem', content }, indent);
  else
    push(
      {
        type: 'numberedListItem',
        ...(startsList(lines, at) && number !== '1' && { props: { start: Number(number) } }),
        content,
      },
      indent,
    );
  return end;
}

/** Whether the numbered item at a line is the first of its list. */
function startsList(lines: readonly string[], at: number): boolean {
  let before = at - 1;
  while (before >= 0 && lines[before]!.trim() === '') before -= 1;
  return before < 0 || !/^\s*\d{1,9}[.)]\s/.test(lines[before]!);
}

/** The text of a heading without the number signs that may close it. */
function withoutSigns(text: string): string {
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  return text.slice(0, end);
}

function readTable(lines: readonly string[], at: number, push: (block: NewBlock) => void): number {
  const end = endOf(lines, at + 2, (each) => each.includes('|') && each.trim() !== '');
  const rows = [lines[at]!, ...lines.slice(at + 2, end)].map(cellsOf);
  push({ type: 'table', table: { headerRows: 1, rows } });
  return end;
}

function cellsOf(line: string): Inline[][] {
  const bare = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return bare.split(/(?<!\\)\|/).map((cell) => parseInline(cell.replaceAll(String.raw`\|`, '|')));
}

/** A paragraph. Pictures in it become blocks of their own, between those of its text. */
function paragraphsOf(markdown: string, attachments: Attachments): NewBlock[] {
  const blocks: NewBlock[] = [];
  let begin = 0;
  const takeText = (end: number): void => {
    const text = markdown.slice(begin, end);
    if (text.trim() !== '') blocks.push({ type: 'paragraph', content: parseInline(text) });
  };
  for (let at = markdown.indexOf('!['); at !== -1;) {
    const captionEnd = markdown.indexOf(']', at);
    if (captionEnd === -1) break;
    const { end, address } = targetHere(markdown, captionEnd + 1);
    const picture = address === null ? null : pictureOf(markdown.slice(at + 2, captionEnd), address, attachments);
    if (picture) {
      takeText(at);
      blocks.push(picture);
      begin = end;
    }
    // What was looked at is not looked at again: a picture that begins within it would end in the same way.
    at = markdown.indexOf('![', end);
  }
  takeText(markdown.length);
  return blocks;
}

/** The address that follows the caption of a picture, null when there is none, and where what was looked at ends. */
function targetHere(markdown: string, at: number): { end: number; address: string | null } {
  addressHere.lastIndex = at;
  const address = addressHere.exec(markdown)?.[1];
  if (address === undefined) return { end: at, address: null };
  const end = addressHere.lastIndex;
  restOfPicture.lastIndex = end;
  return restOfPicture.test(markdown) ? { end: restOfPicture.lastIndex, address } : { end, address: null };
}

function pictureOf(caption: string, address: string, attachments: Attachments): NewBlock | null {
  const url = address.startsWith('attachment:') ? (attachments[address.slice('attachment:'.length)] ?? '') : address;
  return isSafePicture(url) && url !== '' ? { type: 'image', props: { url, caption, name: caption } } : null;
}

function beginsBlock(line: string): boolean {
  return (
    /^ {0,3}(#{1,6}\s|>|```|~~~|-+\s*$)/.test(line) || listItem.test(line) || /^ {0,3}([-*_])(\s*\1){2,}\s*$/.test(line)
  );
}

/** The line after a paragraph. In a formula nothing begins another block. */
function paragraphEnd(lines: readonly string[], at: number): number {
  let end = (openMathEnd(lines, at) ?? at) + 1;
  while (end < lines.length) {
    const line = lines[end]!;
    if (line.trim() === '' || beginsBlock(line) || /^ {0,3}=+\s*$/.test(line)) break;
    end = (openMathEnd(lines, end) ?? end) + 1;
  }
  return end;
}

function endOf(lines: readonly string[], from: number, belongs: (line: string) => boolean): number {
  let end = from;
  while (end < lines.length && belongs(lines[end]!)) end += 1;
  return end;
}

/** Builds the tree: an item that is indented further than the one before is its child. */
function nest(flat: readonly Flat[]): NewBlock[] {
  type Open = NewBlock & { children: NewBlock[] };
  const root: Open = { type: 'paragraph', children: [] };
  const open: { indent: number; block: Open }[] = [{ indent: -1, block: root }];
  for (const { indent, block } of flat) {
    const parent = indent === 0 ? 0 : open.findLastIndex((each) => each.indent < indent);
    open.length = Math.min(parent + 1, mostLevels);
    const made: Open = { ...block, children: [] };
    open.at(-1)!.block.children.push(made);
    if (indent > 0) open.push({ indent, block: made });
  }
  return root.children;
}
