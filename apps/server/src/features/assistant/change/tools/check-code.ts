import { readBlocks, sourceCells } from '@groma/model';
import { notebook, type LintDiagnostic } from '@groma/protocol';
import type * as Y from 'yjs';
import type { McpCall } from '../../mcp/mcp-tool.ts';
import type { CheckedCode } from './change-course.ts';

interface Finding {
  cell: string;
  text: string;
}

/**
 * Checks the Python cells of a notebook as they are to be, with all other cells of it: what is wrong in those that
 * change, and was not wrong before. A linter that fails itself checks nothing (AIA-047).
 */
export async function checkCells(
  call: McpCall,
  { before, after, changed }: { before: Y.Doc | null; after: Y.Doc; changed: ReadonlySet<string> },
): Promise<CheckedCode> {
  return checked(async () => {
    const found = (await findingsOf(call, after)).filter(({ cell }) => changed.has(cell));
    if (found.length === 0 || before === null) return found;
    const known = new Set((await findingsOf(call, before)).map(({ cell, text }) => `${cell} ${messageOf(text)}`));
    return found.filter(({ cell, text }) => !known.has(`${cell} ${messageOf(text)}`));
  });
}

/** Checks code that stands for itself: a file, or the cells of a new notebook in their order. */
export function checkCode(call: McpCall, codes: readonly string[]): Promise<CheckedCode> {
  return checked(async () => {
    const cells = codes.map((code) => ({ language: 'python', source: code }));
    return (await lint(call, cells, [])).map((found) => ({ cell: '', text: textOf(found, found.block_index + 1) }));
  });
}

async function checked(find: () => Promise<Finding[]>): Promise<CheckedCode> {
  try {
    const findings = await find();
    return { check: findings.length > 0 ? 'FAILED' : 'PASSED', findings: findings.map(({ text }) => text) };
  } catch {
    return { check: 'SKIP_CHECK', findings: [] };
  }
}

async function findingsOf(call: McpCall, doc: Y.Doc): Promise<Finding[]> {
  const cells = sourceCells(doc);
  const names = readBlocks(doc).flatMap(({ props }) =>
    typeof props['varName'] === 'string' ? [props['varName']] : [],
  );
  return (await lint(call, cells, names)).map((found) => ({
    cell: cells[found.block_index]!.id,
    text: textOf(found, found.block_index + 1),
  }));
}

async function lint(
  { client, signal }: McpCall,
  cells: readonly { language: string | null; source: string }[],
  names: string[],
): Promise<LintDiagnostic[]> {
  const blocks = cells.map(({ language, source }) =>
    language === null ? { type: 'paragraph' } : { type: 'code', props: { code: source, language } },
  );
  const { data } = await client.call(notebook.lintNotebook, { body: { notebook: blocks, names }, signal });
  return data.diagnostics;
}

function textOf({ message, location }: LintDiagnostic, cell: number): string {
  return `[${cell}] ${location.row}:${location.column} ${message}`;
}

/** What a finding says without where. */
function messageOf(text: string): string {
  return text.replace(/^\[\d+\] \d+:\d+ /, '');
}
