import { notebook, workflow } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { api } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { toolNameOf, type ToolPart } from '../session/chat-message.ts';

const cellsInput = z.object({ notebook: z.string(), cells: z.array(z.string()).optional() });
const workflowInput = z.object({ workflow: z.string() });
const ipynb = z.object({
  cells: z.array(
    z.object({ id: z.string().optional(), cell_type: z.string(), source: z.union([z.string(), z.array(z.string())]) }),
  ),
});

/** What the ids in a call of a tool stand for. */
interface Names {
  notebook?: string | undefined;
  workflow?: string | undefined;
  /** The first lines of cells. */
  cells?: string[];
}

/** Cells that are named; a notebook may have hundreds. */
const mostCells = 20;

/** The names of what a tool is to run, which a person knows, above the ids, which nobody does. */
export function NamedIds({ projectId, part }: { projectId: string; part: ToolPart }) {
  const t = useText();
  const tool = toolNameOf(part);
  const { data } = useQuery({
    queryKey: ['chat-named-ids', projectId, tool, part.input],
    enabled: tool === 'run_cells' || tool === 'run_workflow',
    queryFn: () => (tool === 'run_cells' ? cellNames(projectId, part.input) : workflowName(projectId, part.input)),
  });
  if (!data) return null;
  const cells = data.cells ?? [];
  return (
    <dl className="gaia-consent-names">
      {data.workflow !== undefined && <Name kind={t('origin.kind.workflow')} names={[data.workflow]} />}
      {data.notebook !== undefined && <Name kind={t('origin.kind.notebook')} names={[data.notebook]} />}
      {cells.length > 0 && (
        <Name
          kind={t('change.kind.cell')}
          names={cells.length > mostCells ? [...cells.slice(0, mostCells), '…'] : cells}
          isCode
        />
      )}
    </dl>
  );
}

function Name({ kind, names, isCode }: { kind: string; names: readonly string[]; isCode?: boolean }) {
  return (
    <div>
      <dt>{kind}</dt>
      {names.map((name, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- cells may begin alike
        <dd key={at} dir="auto">
          {isCode ? <code>{name}</code> : name}
        </dd>
      ))}
    </div>
  );
}

/** @throws GromaError; ZodError for a call that names no notebook */
async function cellNames(projectId: string, input: unknown): Promise<Names> {
  const { notebook: notebookId, cells: ids } = cellsInput.parse(input);
  const [{ data: notebooks }, file] = await Promise.all([
    api.call(notebook.listNotebooks, { params: { projectId } }),
    api.open(notebook.downloadNotebook, { params: { projectId, notebookId } }),
  ]);
  const { cells } = ipynb.parse(await file.json());
  return {
    notebook: notebooks.find(({ id }) => id === notebookId)?.name,
    cells: cells
      .filter(({ id, cell_type: type }) => (ids ? id !== undefined && ids.includes(id) : type === 'code'))
      .map(({ source }) => firstLine(typeof source === 'string' ? source : source.join('')))
      .filter((line) => line !== ''),
  };
}

/** @throws GromaError; ZodError for a call that names no workflow */
async function workflowName(projectId: string, input: unknown): Promise<Names> {
  const { workflow: workflowId } = workflowInput.parse(input);
  const { data } = await api.call(workflow.listWorkflows, { params: { projectId } });
  return { workflow: data.find(({ id }) => id === workflowId)?.name };
}

function firstLine(source: string): string {
  const line = source.split('\n').find((each) => each.trim() !== '') ?? '';
  return line.length > 120 ? `${line.slice(0, 120)}…` : line.trim();
}
