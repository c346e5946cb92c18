import { fromTemplate, type NewBlock } from '@groma/model';
import { notebook } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Linter } from './linter.ts';

/** The call that lints a notebook (NBK-053). */
export function lintRoutes(linter: Linter): Route[] {
  return [
    route(notebook.lintNotebook, async ({ body }) => {
      const { cells, names } = readCells(body.notebook);
      const diagnostics = await linter.lint(cells, [...names, ...body.names]);
      return { data: { diagnostics, hasErrors: diagnostics.some(({ severity }) => severity < 2) } };
    }),
  ];
}

/** One text for each block at the top, so that the index counts blocks: Python code as it is, all else empty. */
function readCells(template: unknown): { cells: string[]; names: string[] } {
  const blocks = fromTemplate(template);
  const names = blocks.flatMap(({ props }) => (typeof props?.['varName'] === 'string' ? [props['varName']] : []));
  return { cells: blocks.map(pythonOf), names };
}

function pythonOf({ cell }: NewBlock): string {
  return cell && (cell.language ?? 'python') === 'python' ? cell.code ?? '' : '';
}
