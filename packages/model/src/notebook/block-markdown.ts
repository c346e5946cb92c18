import { plainTextType } from './block-type.ts';
import { outsideMath } from './math-span.ts';
import type { ReadBlock } from './read-blocks.ts';

/** One block as markdown; `number` is its place in a numbered list. Controls are told by label and value. */
export function blockMarkdown({ type, text, props }: ReadBlock, number = 1): string {
  switch (type) {
    case 'heading':
      return `${'#'.repeat(Number(props['level']) || 1)} ${text}`;
    case 'bulletListItem':
      return `- ${text}`;
    case 'numberedListItem':
      return `${number}. ${text}`;
    case 'checkListItem':
      return `- [${props['checked'] === true ? 'x' : ' '}] ${text}`;
    case 'quote':
      return quoted(text);
    case 'alert':
      return quoted(`**${String(props['type'] ?? 'info')}:** ${text}`);
    case plainTextType:
      return fenced(text, String(props['language'] ?? ''));
    case 'divider':
      return '---';
    case 'image':
      return props['url'] ? `![${String(props['caption'] || props['name'] || '')}](${String(props['url'])})` : '';
    case 'slider':
      return `${String(props['label'])}: ${String(props['value'])}`;
    case 'textInput':
      return `${String(props['label'])}: ${String(props['text'])}`;
    case 'dateSelector':
      return `${String(props['label'])}: ${String(props['date'])}`;
    case 'dataInput':
      return `${String(props['label'])}: ${String(props['name'] || props['data'])}`;
    case 'selector':
      return `${String(props['label'])}: ${String(props['selected'])}`;
    case 'button':
      return String(props['label']);
    default:
      return escapeLineStart(text);
  }
}

/** A paragraph that happens to begin like a heading or a list stays a paragraph. */
function escapeLineStart(text: string): string {
  return outsideMath(text, (part) =>
    part
      .replace(/^(#{1,6}(?=\s)|[-+>](?=\s|$)|---)/gm, String.raw`\$1`)
      .replace(/^(\d+)([.)])(?=\s)/gm, String.raw`$1\$2`),
  );
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

/** The language `text` is that of a text that has none. */
function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, 1 + Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))));
  return `${fence}${language === 'text' ? '' : language.replaceAll(/[`\s]/g, '')}\n${text}\n${fence}`;
}

/** Place of a numbered item among its neighbours of the same level. */
export function numberOf(blocks: readonly ReadBlock[], i: number): number {
  const { level } = blocks[i]!;
  let count = 0;
  for (let k = i; k >= 0; k--) {
    const block = blocks[k]!;
    if (block.level > level) continue;
    if (block.level < level || block.type !== 'numberedListItem') break;
    count += 1;
    if (typeof block.props['start'] === 'number') return block.props['start'] + count - 1;
  }
  return Math.max(1, count);
}
