import { GromaError, parseDataPath, type WorkflowGraph } from '@groma/model';
import type { ChangeDoer } from './change-row.ts';

/** What a new thing is to be, by what it is. */
export type Created =
  | { kind: 'notebook'; name: string; cells: { language: string | null; source: string }[] }
  | { kind: 'map'; name: string }
  | { kind: 'workflow'; name: string; graph: WorkflowGraph }
  | { kind: 'file'; path: string; text: string };

/** New notebooks, maps and files. They stay until somebody deletes them by hand (AIA-043). */
export const createdChange: ChangeDoer = {
  async apply({ platform, needs, projectId, user, change }) {
    const wanted = change.after as Created;
    switch (wanted.kind) {
      case 'notebook': {
        await platform.access.require(user.id, projectId, 'create', 'notebook');
        const { id } = await needs.createNotebook(projectId, user.id, wanted.name, templateOf(wanted));
        return { notebook: id };
      }
      case 'workflow': {
        await platform.access.require(user.id, projectId, 'create', 'workflow');
        const { id } = await needs.createWorkflow(projectId, user.id, wanted.name, wanted.graph);
        return { workflow: id };
      }
      case 'map': {
        await platform.access.require(user.id, projectId, 'create', 'map');
        return { map: await needs.createMap({ projectId, userId: user.id, key: change.id }, wanted.name) };
      }
      case 'file': {
        await platform.access.require(user.id, projectId, 'create', 'file');
        await needs.createFile(projectId, parseDataPath(wanted.path), wanted.text);
        return { path: wanted.path };
      }
      default:
        return wanted satisfies never;
    }
  },
  revert: ({ change }) => Promise.reject(new GromaError('CREATED_STAYS', { name: change.title })),
};

function templateOf({ cells }: Extract<Created, { kind: 'notebook' }>): unknown {
  if (cells.length === 0) return undefined;
  return {
    nbformat: 4,
    nbformat_minor: 4,
    metadata: {},
    cells: cells.map(({ language, source }) =>
      language === null
        ? { cell_type: 'markdown', source, metadata: {} }
        : { cell_type: 'code', source, metadata: { language }, outputs: [], execution_count: null },
    ),
  };
}
