import { PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs';
import type { LintDiagnostic } from '@groma/protocol';
import { joinCells } from './join-cells.ts';

/**
 * Pyflakes (F) and syntax (E9); what is only unused or written star-wise is no mistake while one works in a notebook.
 */
const rules = { select: ['F', 'E9'], ignore: ['F401', 'F403', 'F405', 'F811', 'F841', 'F704'] };
const notebookNames = ['display', 'get_ipython', 'In', 'Out', 'exit', 'quit'];
/** Names that are missing are no error: another run may have made them. */
const errorRules = new Set<string | null>([null, 'invalid-syntax', 'E999', 'E902', 'F701', 'F702', 'F706', 'F707']);
const mostDiagnostics = 500;

/** What ruff says of the Python cells of a notebook, in their order; `names` are known beside those of Python. */
export function lintCells(cells: readonly string[], names: readonly string[]): LintDiagnostic[] {
  const joined = joinCells(cells);
  const workspace = new Workspace(
    { 'target-version': 'py313', builtins: [...notebookNames, ...names], lint: rules },
    PositionEncoding.Utf16,
  );
  try {
    return workspace
      .check(joined.text)
      .filter(({ message }: { message: string }) => !isAllowedHere(message))
      .slice(0, mostDiagnostics)
      .map((found: Finding) => {
        const start = joined.place(found.start_location.row);
        const end = joined.place(found.end_location.row);
        // What goes on into the next cell ends with its own.
        const endRow = end.cell === start.cell ? end.row : start.row;
        return {
          severity: errorRules.has(found.code) ? 1 : 2,
          message: found.message,
          ruleId: found.code ?? 'invalid-syntax',
          block_index: start.cell,
          location: { row: start.row, column: found.start_location.column },
          end_location: {
            row: endRow,
            column: end.cell === start.cell ? found.end_location.column : found.start_location.column + 1,
          },
        };
      });
  } finally {
    workspace.free();
  }
}

interface Finding {
  code: string | null;
  message: string;
  start_location: { row: number; column: number };
  end_location: { row: number; column: number };
}

/** A notebook may await at its top level. */
function isAllowedHere(message: string): boolean {
  return /`(await|async for|async with|asynchronous comprehension)[^`]*`?.*outside/i.test(message);
}
