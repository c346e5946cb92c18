import type { CodeLanguage } from '@groma/model';

/** The part of an answer that is code, as far as it has come (AIA-005). */
export interface CodeAnswer {
  title: string | null;
  language: CodeLanguage;
  code: string;
}

/** A fence that opens, with its sign and the language behind it. */
const opening = /(?:^|\n)[ \t]*(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\n]*\n/;
const named: Readonly<Record<string, CodeLanguage>> = {
  python: 'python',
  python3: 'python',
  py: 'python',
  ipython: 'python',
  javascript: 'javascript',
  js: 'javascript',
  typescript: 'javascript',
  ts: 'javascript',
  r: 'r',
  sql: 'sql',
  duckdb: 'sql',
};
const longestTitle = 120;

/**
 * Takes title, language and code out of what a model says: its first fenced block, with the title in a line before it.
 * A fence that names no language that runs here is of the language asked for. Null while no fence has opened.
 */
export function codeAnswerOf(text: string, isWhole: boolean, asked: CodeLanguage): CodeAnswer | null {
  const opened = opening.exec(text);
  if (!opened) return null;
  const [head, sign = '', language = ''] = opened;
  const inside = text.slice(opened.index + head.length);
  const closing = new RegExp(`(^|\\r?\\n)[ \\t]*${sign}${sign[0]}*[ \\t]*(\\r?\\n|$)`);
  const closed = closing.exec(inside);
  // A last line that may still become the closing fence says nothing yet.
  const open = isWhole ? inside : inside.replace(/(^|\r?\n)[ \t]*[`~]*[ \t\r]*\n?$/, '');
  return {
    title: titleOf(text.slice(0, opened.index)),
    language: named[language.toLowerCase()] ?? asked,
    code: closed ? inside.slice(0, closed.index) : isWhole ? inside.trimEnd() : open,
  };
}

/** The line that says what the code is, without the signs of Markdown around it. */
function titleOf(lead: string): string | null {
  const lines = lead
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const line = lines.find((each) => /^[#*_\s]*title\b/i.test(each)) ?? (lines.length === 1 ? lines[0] : undefined);
  const title = line
    ?.replace(/^[#*_\s]*(title[*_]*\s*[:：][*_]*)?\s*/i, '')
    .replace(/[*_:\s]+$/, '')
    .replace(/^["“](.*)["”]$/, '$1');
  return title && title.length <= longestTitle ? title : null;
}
