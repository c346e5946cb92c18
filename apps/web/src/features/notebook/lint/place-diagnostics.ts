import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { LintDiagnostic } from '@groma/protocol';

/** Whether what the linter says keeps the code from running (NBK-057). */
export function isError({ severity }: Pick<LintDiagnostic, 'severity'>): boolean {
  return severity < 2;
}

/**
 * What the linter says of one block, at its places in the code as it stands now (NBK-061). Rows and columns count from
 * 1.
 */
export function placeDiagnostics(doc: Text, found: readonly LintDiagnostic[]): Diagnostic[] {
  return found.map((diagnostic) => {
    const from = positionOf(doc, diagnostic.location);
    const to = Math.max(from, positionOf(doc, diagnostic.end_location));
    // What has no width is shown on the sign it stands before, or behind.
    const [start, end] =
      from < to
        ? [from, to]
        : from < doc.lineAt(from).to
          ? [from, from + 1]
          : [Math.max(doc.lineAt(from).from, from - 1), from];
    return {
      from: start,
      to: end,
      severity: isError(diagnostic) ? 'error' : 'warning',
      source: diagnostic.ruleId,
      message: diagnostic.message,
    };
  });
}

function positionOf(doc: Text, { row, column }: LintDiagnostic['location']): number {
  if (row > doc.lines) return doc.length;
  const line = doc.line(Math.max(1, row));
  return Math.min(line.to, line.from + Math.max(0, column - 1));
}

/** The diagnostics of each block, by its place in what was sent (NBK-054). */
export function byBlock<Block extends { blockId: string }>(
  blocks: readonly Block[],
  diagnostics: readonly LintDiagnostic[],
): Map<string, LintDiagnostic[]> {
  const found = new Map<string, LintDiagnostic[]>(blocks.map(({ blockId }) => [blockId, []]));
  for (const diagnostic of diagnostics) {
    const block = blocks[diagnostic.block_index];
    if (block) found.get(block.blockId)?.push(diagnostic);
  }
  return found;
}
