import type { CellLanguage } from '@groma/model';

/** A block that was run before the one that is asked about. */
export interface RunBlock {
  label: string;
  language: CellLanguage;
  code: string;
}

/** What is asked about a code block, with all that a model may need of it (AIA-027). */
export interface CodeQuestion {
  request: string;
  language: CellLanguage;
  code: string;
  /** What is highlighted in the code; empty for nothing. */
  section: string;
  /** What the last run failed with, where it is to be mended. */
  error: string | null;
  /** Blocks that were run before, in the order of the notebook. */
  earlier: readonly RunBlock[];
  /** What was suggested last, while it waits for a decision: then the request is a follow-up. */
  previous: { request: string; code: string } | null;
}

/** An output is trimmed above so many characters, its first and last half of them kept (AIA-053). */
const mostError = 5_000;

/**
 * The prompt of a question about a block. Blocks run before go along as far as there is room for in characters, the
 * nearest first; the code itself is never cut.
 */
export function codePrompt(
  { request, language, code, section, error, earlier, previous }: CodeQuestion,
  room: number,
): string {
  const parts = [
    ...(previous
      ? [`Earlier request: ${previous.request}`, `Suggested for it:\n${fenced(previous.code, language)}`]
      : []),
    `${previous ? 'Follow-up' : 'Request'}: ${request}`,
    `Current code of the block:\n${fenced(code, language)}`,
    ...(section.trim() === '' ? [] : [`Highlighted section:\n${fenced(section, language)}`]),
    ...(error === null ? [] : [`The last run of the block failed with:\n${fenced(trimmed(error), '')}`]),
  ];
  const prompt = parts.join('\n\n');
  const before: string[] = [];
  let left = room - prompt.length - earlierHead.length - 4;
  for (const block of earlier.toReversed()) {
    const text = `${block.label}:\n${fenced(block.code, block.language)}`;
    if (text.length + 2 > left) break;
    before.unshift(text);
    left -= text.length + 2;
  }
  return before.length === 0 ? prompt : `${earlierHead}\n\n${before.join('\n\n')}\n\n${prompt}`;
}

const earlierHead = 'Code blocks that were run before, in their order:';

/** In a fence that is longer than any within. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function trimmed(text: string): string {
  const half = mostError / 2;
  return text.length <= mostError ? text : `${text.slice(0, half)}\n…\n${text.slice(-half)}`;
}
