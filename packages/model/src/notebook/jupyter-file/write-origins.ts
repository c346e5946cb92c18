import type * as Y from 'yjs';
import type { NewBlock } from '../new-block.ts';
import { jupyterFile } from './kept.ts';
import { printOf, type Origin, type OriginPart } from './origin.ts';

interface Placed {
  block: NewBlock;
  container: Y.XmlElement;
  level: number;
}

/** Keeps where the blocks of a new notebook come from; `group` holds them in the document already. */
export function writeOrigins(doc: Y.Doc, blocks: readonly NewBlock[], group: Y.XmlElement): void {
  let open: { key: string; origin: Origin; placed: Placed[] } | null = null;
  const close = (): void => {
    if (open) jupyterFile(doc).set(open.key, { ...open.origin, parts: partsOf(open.placed) } satisfies Origin);
    open = null;
  };
  for (const placed of placeAll(blocks, group, 0)) {
    const { origin, lines } = placed.block;
    if (origin !== undefined || lines === undefined) close();
    if (origin !== undefined) open = { key: `of-${idOf(placed)}`, origin: { kept: origin, parts: [] }, placed: [] };
    open?.placed.push(placed);
  }
  close();
}

function placeAll(blocks: readonly NewBlock[], group: Y.XmlElement, level: number): Placed[] {
  return blocks.flatMap((block, i) => {
    const container = group.get(i) as Y.XmlElement;
    const inner = block.children?.length ? placeAll(block.children, container.get(1) as Y.XmlElement, level + 1) : [];
    return [{ block, container, level }, ...inner];
  });
}

/** Blocks of the same lines are one part. */
function partsOf(placed: readonly Placed[]): OriginPart[] {
  const parts: Placed[][] = [];
  for (const each of placed) {
    const lines = parts.at(-1)?.[0]?.block.lines;
    if (lines && lines[0] === each.block.lines?.[0] && lines[1] === each.block.lines[1]) parts.at(-1)!.push(each);
    else parts.push([each]);
  }
  return parts.map((part) => {
    const [from, to] = part[0]!.block.lines ?? [0, 0];
    return { ids: part.map(idOf), print: printOf(part), from, to };
  });
}

function idOf({ container }: Placed): string {
  return String(container.getAttribute('id'));
}
