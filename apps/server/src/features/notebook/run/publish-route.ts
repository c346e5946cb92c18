import { GromaError, parseDataPath, parseExistingPath } from '@groma/model';
import { projectTool } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { NotebookToolRuns } from './notebook-tool-runs.ts';

/** Takes what code of a notebook publishes while that runs as a tool. */
export function publishRoute({ files }: Platform, runs: NotebookToolRuns): Route {
  return route(projectTool.publishResult, async ({ query, projectId, block, request }) => {
    if (block?.toolRun === undefined)
      throw new GromaError('BAD_INPUT', { detail: 'Only code of a notebook that runs as a tool publishes results.' });
    if (query.project_path !== undefined) {
      const there = parseExistingPath(query.project_path);
      if (!(await files.stat(projectId, there))) throw new GromaError('FILE_NOT_FOUND', { path: there });
      const known = { kind: 'file', geometryColumn: null, ending: null, isThere: true } as const;
      runs.take(block.toolRun, { ...known, name: query.name, path: there });
      return { status: 'ok' as const };
    }
    const path = parseDataPath(`/data/${crypto.randomUUID()}/${query.kind === 'file' ? 'content' : 'rows.arrow'}`);
    await files.write(projectId, path, request.raw, { bucket: 'groma-temp' });
    runs.take(block.toolRun, {
      name: query.name,
      kind: query.kind,
      path,
      geometryColumn: query.kind === 'layer' ? (query.geometry_column ?? null) : null,
      ending: query.kind === 'file' ? (query.ending ?? null) : null,
      isThere: false,
    });
    return { status: 'ok' as const };
  });
}
