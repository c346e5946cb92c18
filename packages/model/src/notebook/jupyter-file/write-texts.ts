import type * as Y from 'yjs';
import { blockMarkdown, numberOf } from '../block-markdown.ts';
import { readInline } from '../inline.ts';
import { joinLines, toLines } from '../jupyter-output.ts';
import { htmlBegins } from '../literal-lines.ts';
import { readContainers, type PlacedContainer, type ReadBlock } from '../read-blocks.ts';
import { jupyterFile, readKeptRecord, type WholeOutputs } from './kept.ts';
import { printOf, readOrigin, type Origin, type OriginPart } from './origin.ts';
import { linesOf } from './read-jupyter.ts';

type Json = Record<string, unknown>;

/** A block with its element. */
export interface PlacedBlock extends PlacedContainer {
  block: ReadBlock;
}

/** The origins of the blocks of a notebook. */
export class Origins {
  readonly #whole: WholeOutputs;
  readonly #byKey = new Map<string, Origin>();
  readonly #keyOf = new Map<string, string>();

  constructor(doc: Y.Doc, whole: WholeOutputs) {
    this.#whole = whole;
    for (const [key, value] of jupyterFile(doc).entries()) {
      const origin = readOrigin(value);
      if (!origin) continue;
      this.#byKey.set(key, origin);
      for (const id of origin.parts.flatMap(({ ids }) => ids)) this.#keyOf.set(id, key);
    }
  }

  /** The key of the cell that a block came from. */
  keyOf({ block }: PlacedBlock): string | undefined {
    return this.#keyOf.get(block.id);
  }

  /** Up to where blocks belong to the same cell as the one at `from`: what was written between two of them does too. */
  endOf(placed: readonly PlacedBlock[], from: number): number {
    const key = this.keyOf(placed[from]!);
    let end = from + 1;
    for (let at = end; at < placed.length && placed[at]!.block.codeId === null; at++) {
      const other = this.keyOf(placed[at]!);
      if (other === key) end = at + 1;
      else if (other !== undefined) break;
    }
    return end;
  }

  /** The cell of some blocks: as it came, or, where they say something else now, with another source. */
  cellOf(key: string, placed: readonly PlacedBlock[]): Json | undefined {
    const origin = this.#byKey.get(key);
    const cell = origin && readKeptRecord(origin.kept, this.#whole);
    if (!origin || cell === undefined) return undefined;
    const pieces = piecesOf(origin.parts, placed);
    const isWhole = pieces.length === origin.parts.length && pieces.every(({ part }, i) => part === origin.parts[i]);
    if (isWhole) return cell;
    const source =
      cell['cell_type'] === 'markdown'
        ? joinPieces(linesOf(joinLines(cell['source'] ?? '')), origin, pieces)
        : plainOf(placed);
    return { ...cell, source: Array.isArray(cell['source']) ? toLines(source) : source };
  }
}

/** Forgets the cells of blocks that are gone. */
export function dropLooseOrigins(doc: Y.Doc): void {
  const ids = new Set(readContainers(doc).map(({ container }) => container.getAttribute('id')));
  const file = jupyterFile(doc);
  for (const [key, value] of file.entries()) {
    const origin = readOrigin(value);
    if (origin && !origin.parts.some((part) => part.ids.some((id) => ids.has(id)))) file.delete(key);
  }
}

/**
 * A piece of a cell that is written again: a part that is as it was, or a block. `was` is the part that the block
 * belonged to.
 */
interface Piece {
  blocks: readonly PlacedBlock[];
  part?: OriginPart;
  was: OriginPart | undefined;
}

function piecesOf(parts: readonly OriginPart[], placed: readonly PlacedBlock[]): Piece[] {
  const partOf = new Map(parts.flatMap((part) => part.ids.map((id) => [id, part])));
  const pieces: Piece[] = [];
  for (let at = 0; at < placed.length;) {
    const was = partOf.get(placed[at]!.block.id);
    const blocks = was ? placed.slice(at, at + was.ids.length) : [];
    const isAsItWas =
      was &&
      blocks.length === was.ids.length &&
      blocks.every(({ block }, i) => block.id === was.ids[i]) &&
      printOf(blocks) === was.print;
    pieces.push(isAsItWas ? { blocks, part: was, was } : { blocks: [placed[at]!], was });
    at += isAsItWas ? blocks.length : 1;
  }
  return pieces.filter(({ part, blocks }) => part || blocks.some(({ block }) => blockMarkdown(block) !== ''));
}

/** The source of a cell: its own lines wherever a part is as it was, with the white space around it. */
function joinPieces(lines: readonly string[], { parts }: Origin, pieces: readonly Piece[]): string {
  const written: string[] = [];
  const placeOf = new Map(parts.map((part, i) => [part, i]));
  const blocks = pieces.flatMap((piece) => piece.blocks.map(({ block }) => block));
  const base = blocks.reduce((least, { level }) => Math.min(least, level), Infinity);
  let count = 0;
  for (const [i, piece] of pieces.entries()) {
    const place = piece.was ? placeOf.get(piece.was)! : -1;
    for (const line of gapBetween(lines, parts, { before: pieces[i - 1], piece, place })) written.push(line);
    const own = piece.part
      ? lines.slice(piece.part.from, piece.part.to)
      : markdownOf(piece, lines, { number: numberOf(blocks, count), indent: piece.blocks[0]!.level - base }).split(
          '\n',
        );
    for (const line of own) written.push(line);
    count += piece.blocks.length;
  }
  const last = pieces.at(-1)?.was;
  if (last && last === parts.at(-1)) written.push(...lines.slice(last.to));
  return written.join('\n');
}

/** The lines between two pieces; `place` is that of the second one's part among all, or -1. */
function gapBetween(
  lines: readonly string[],
  parts: readonly OriginPart[],
  { before, piece, place: at }: { before: Piece | undefined; piece: Piece; place: number },
): readonly string[] {
  if (!before) return at === 0 ? lines.slice(0, parts[0]!.from) : [];
  const isListed = [before, piece].every(({ blocks }) => isItem(blocks[0]!));
  const areNeighbours = at > 0 && before.was === parts[at - 1];
  const gap = areNeighbours ? lines.slice(parts[at - 1]!.to, parts[at]!.from) : [];
  return gap.length > 0 || isListed || (areNeighbours && before.part && piece.part) ? gap : [''];
}

/** A block as Markdown, within the items that it is nested in. HTML is written as it stands. */
function markdownOf(
  { blocks: [placed], was }: Piece,
  lines: readonly string[],
  { number, indent }: { number: number; indent: number },
): string {
  const { block, container } = placed!;
  const isHtml = block.type === 'paragraph' && was !== undefined && htmlBegins(lines[was.from] ?? '');
  const text = isHtml
    ? readInline(container.get(0) as Y.XmlElement)
        .map((piece) => piece.text)
        .join('')
    : blockMarkdown(block, number);
  return isItem(placed!)
    ? text
        .split('\n')
        .map((line, i) => `${'    '.repeat(indent)}${i === 0 ? '' : '  '}${line}`)
        .join('\n')
    : text;
}

function isItem({ block }: PlacedBlock): boolean {
  return block.type.endsWith('ListItem');
}

/** The text of a cell that is not Markdown. */
function plainOf(placed: readonly PlacedBlock[]): string {
  return placed
    .map(({ container }) =>
      readInline(container.get(0) as Y.XmlElement)
        .map(({ text }) => text)
        .join(''),
    )
    .join('\n');
}
