import { notebook } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import { workOnTemplate } from '../template/template-thread.ts';
import type { Linter } from './linter.ts';

/** The call that lints a notebook (NBK-053). */
export function lintRoutes(linter: Linter): Route[] {
  return [
    route(notebook.lintNotebook, async ({ body }) => {
      // One text for each block at the top, so that the index counts blocks.
      const { cells, names } = await workOnTemplate('code', body.notebook);
      const diagnostics = await linter.lint(cells, [...names, ...body.names]);
      return { data: { diagnostics, hasErrors: diagnostics.some(({ severity }) => severity < 2) } };
    }),
  ];
}
