import {
  blockMarkdown,
  cellOf,
  isSafePicture,
  isVariableName,
  parseDay,
  parseTexts,
  readBlocks,
  readCell,
  settleSelector,
  settleSlider,
  shownPart,
  type InputValue,
  type ReadBlock,
  type WholeOutput,
} from '@groma/model';
import type { AppBlock, AppValues } from '@groma/protocol';
import type * as Y from 'yjs';

interface BlockParts {
  /** What was published of each code block. */
  outputs: ReadonlyMap<string, readonly WholeOutput[]>;
  /** Where a picture of another server is fetched from. */
  pictureOf(url: string): string;
}

/** The blocks of a notebook as an application shows them: texts that follow one another as one, and no code. */
export function appBlocks(doc: Y.Doc, { outputs, pictureOf }: BlockParts): AppBlock[] {
  const blocks = readBlocks(doc);
  const shown: AppBlock[] = [];
  let number = 0;
  for (const [index, block] of blocks.entries()) {
    number = block.type === 'numberedListItem' ? number + 1 : 0;
    const { id, type, props, codeId } = block;
    if (codeId !== null) {
      const cell = cellOf(doc, codeId);
      if (cell) shown.push(cellBlock(codeId, readCell(cell), outputs.get(codeId) ?? []));
      continue;
    }
    const url = type === 'image' ? String(props['url'] ?? '') : '';
    if (url !== '' && isSafePicture(url)) {
      const source = /^\s*https?:/i.test(url) ? pictureOf(url) : url;
      shown.push({ kind: 'picture', id, source, caption: String(props['caption'] || props['name'] || '') });
      continue;
    }
    const input = isShadowed(blocks, index) ? null : inputBlock(block);
    if (input) shown.push(input);
    else addText(shown, block, number);
  }
  return shown;
}

function cellBlock(id: string, { isOutputHidden }: { isOutputHidden: boolean }, given: readonly WholeOutput[]) {
  // Nobody answers what was asked.
  const outputs = given
    .map(shownPart)
    .map((output) => (output.kind === 'input' ? ({ kind: 'text', text: output.prompt } as const) : output));
  return { kind: 'cell' as const, id, is_hidden: isOutputHidden, outputs };
}

function addText(shown: AppBlock[], block: ReadBlock, number: number): void {
  if (block.type === 'button') return;
  const isItem = block.type.endsWith('ListItem');
  const text = blockMarkdown(block, number)
    .split('\n')
    .map((line) => (isItem ? '    '.repeat(block.level) + line : line))
    .join('\n');
  if (text.trim() === '') return;
  const last = shown.at(-1);
  if (last?.kind === 'text') last.markdown += `\n\n${text}`;
  else shown.push({ kind: 'text', id: block.id, markdown: text });
}

/** Of two inputs of one name the later counts (NBK-105). */
function isShadowed(blocks: readonly ReadBlock[], index: number): boolean {
  const name = blocks[index]!.props['varName'];
  return blocks.slice(index + 1).some(({ props }) => props['varName'] === name);
}

/** An input that a reader can set; null of any other block, and of data, which stays what its author chose. */
function inputBlock({ id, type, props }: ReadBlock): InputBlock | null {
  const [name, label] = [String(props['varName'] ?? ''), String(props['label'] ?? '')];
  if (!isVariableName(name)) return null;
  const named = { id, name, label };
  switch (type) {
    case 'slider': {
      const [value, min, max, step] = ['value', 'min', 'max', 'step'].map((key) => Number(props[key]) || 0) as [
        number,
        number,
        number,
        number,
      ];
      return { kind: 'slider', ...named, ...settleSlider({ value, min, max, step: step > 0 ? step : 1 }, {}) };
    }
    case 'textInput':
      return { kind: 'text-input', ...named, value: String(props['text'] ?? '') };
    case 'dateSelector':
      return { kind: 'date', ...named, value: String(props['date'] ?? '') };
    case 'selector': {
      const allowMultiple = props['allowMultiple'] === true || props['allowMultiple'] === 'true';
      const said = { options: parseTexts(props['options']), selected: parseTexts(props['selected']), allowMultiple };
      const { options, selected } = settleSelector(said, {});
      return allowMultiple
        ? { kind: 'choices', ...named, options: [...options], value: [...selected] }
        : { kind: 'choice', ...named, options: [...options], value: selected[0] ?? null };
    }
    default:
      return null;
  }
}

type InputBlock = Extract<AppBlock, { name: string }>;

/**
 * What a reader has set, as code gets it: of each input what it can have, and what its author chose where it is
 * something else. Names of no input are left out.
 */
export function settledValues(blocks: readonly AppBlock[], wanted: AppValues): InputValue[] {
  return blocks.flatMap((block) =>
    'name' in block ? [{ name: block.name, value: settled(block, wanted[block.name]) }] : [],
  );
}

function settled(input: InputBlock, wanted: AppValues[string] | undefined): InputValue['value'] {
  switch (input.kind) {
    case 'slider':
      return typeof wanted === 'number' ? settleSlider(input, { value: wanted }).value : input.value;
    case 'text-input':
      return typeof wanted === 'string' ? wanted : input.value;
    case 'date':
      return typeof wanted === 'string' && (wanted === '' || parseDay(wanted)) ? wanted : input.value;
    case 'choice':
      return wanted === null || (typeof wanted === 'string' && input.options.includes(wanted)) ? wanted : input.value;
    case 'choices':
      return Array.isArray(wanted) ? input.options.filter((option) => wanted.includes(option)) : input.value;
    default:
      return input satisfies never;
  }
}
