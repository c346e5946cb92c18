import { GromaError, newId, sourceCells } from '@groma/model';
import { eq } from '../../../../platform/database/drizzle.ts';
import * as Y from 'yjs';
import { z } from 'zod';
import { notebooks } from '../../../../platform/database/tables/index.ts';
import { mcpTool, type McpCall, type McpTool } from '../../mcp/mcp-tool.ts';
import { applyCell } from '../cell-change.ts';
import type { NewChange } from '../change-records.ts';
import type { ChangeRow } from '../change-row.ts';
import { openOfTurn, propose, type ChangeTurn, changesNothing } from './change-course.ts';
import { checkCells } from './check-code.ts';
import { passages, replacePassages, storedText } from './replace-passages.ts';

const language = z.enum(['python', 'javascript', 'r', 'sql', 'markdown']);
const behind = z.string().max(64).describe('Id of the cell behind which it goes; empty: the first.');
const step = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('edit'),
    cell: z.string().max(64),
    source: storedText.optional().describe('The whole new source.'),
    passages: passages.optional(),
  }),
  z.object({ do: z.literal('insert'), after: behind, language, source: storedText }),
  z.object({ do: z.literal('delete'), cell: z.string().max(64) }),
  z.object({ do: z.literal('move'), cell: z.string().max(64), after: behind }),
]);
type Step = z.output<typeof step>;

/** Tools that read the cells of a notebook by their ids, and change them. */
export function notebookTools(turn: ChangeTurn): McpTool[] {
  return [
    mcpTool({
      name: 'notebook_cells',
      description:
        'Read the cells of a notebook with the ids by which edit_notebook changes them, as they are proposed.',
      isReading: true,
      input: z.object({ notebook: z.string() }),
      run: async ({ notebook }) => sourceCells((await openDraft(turn, notebook)).draft),
    }),
    mcpTool({
      name: 'edit_notebook',
      description:
        'Edit, insert, delete and move cells of a notebook, several at once and in order. Python is checked first. ' +
        'Cells are not run.',
      isReading: false,
      input: z.object({
        notebook: z.string().describe('Id of the notebook.'),
        steps: z.array(step).min(1).max(100),
        keep_despite_findings: z.boolean().default(false),
      }),
      run: async ({ notebook, steps, keep_despite_findings }, call) => {
        const draft = await openDraft(turn, notebook);
        for (const each of steps) takeStep(draft, each);
        return proposeDraft(turn, call, draft, keep_despite_findings);
      },
    }),
  ];
}

/** A notebook as the open changes of this turn would make it, and the steps since. */
interface Draft {
  notebook: string;
  name: string;
  live: Y.Doc;
  draft: Y.Doc;
  open: ChangeRow[];
  changes: NewChange[];
  revised: Map<string, unknown>;
}

/** @throws GromaError NOT_FOUND, FORBIDDEN */
async function openDraft(turn: ChangeTurn, notebook: string): Promise<Draft> {
  const { platform, projectId, userId } = turn;
  const access = await platform.access.requireOwned(userId, 'notebook', notebook, 'update', 'notebook');
  if (access.projectId !== projectId) throw new GromaError('NOT_FOUND', { noun: 'notebook' });
  const [row] = await platform.database.query
    .select({ name: notebooks.name })
    .from(notebooks)
    .where(eq(notebooks.id, notebook));
  const live = await platform.documents.read(notebook);
  const draft = new Y.Doc();
  Y.applyUpdate(draft, Y.encodeStateAsUpdate(live));
  const open = (await openOfTurn(turn)).filter(
    ({ kind, target }) => kind === 'cell' && target['notebook'] === notebook,
  );
  for (const change of open)
    try {
      applyCell(draft, change);
    } catch (error) {
      // Somebody has changed the same since: the person will hear of it when they apply it.
      if (!(error instanceof GromaError)) throw error;
    }
  return { notebook, name: row?.name ?? '', live, draft, open, changes: [], revised: new Map() };
}

function takeStep(draft: Draft, wanted: Step): void {
  if (wanted.do === 'insert') {
    const { after, source } = wanted;
    if (after !== '') requireCell(draft, after);
    const own = wanted.language === 'markdown' ? null : wanted.language;
    return add(draft, newId(), { before: null, after: source, language: own, place: after });
  }
  const cell = requireCell(draft, wanted.cell);
  if (wanted.do === 'move') {
    if (wanted.after !== '') requireCell(draft, wanted.after);
    return add(draft, cell.id, {
      before: cell.source,
      after: cell.source,
      language: cell.language,
      place: wanted.after,
    });
  }
  if (wanted.do === 'delete') return add(draft, cell.id, { before: cell.source, after: null, language: cell.language });
  if (!cell.isEditable)
    throw new GromaError('BAD_INPUT', {
      detail: `cell ${cell.id} is a control or picture, which is not edited as text.`,
    });
  const source =
    wanted.source ?? (wanted.passages ? replacePassages(cell.source, wanted.passages, `cell ${cell.id}`) : undefined);
  if (source === undefined) throw new GromaError('BAD_INPUT', { detail: 'an edit has source or passages.' });
  if (source !== cell.source) add(draft, cell.id, { before: cell.source, after: source, language: cell.language });
}

/** Notes a change, and makes it in the draft. A cell that this turn has changed before has one change for both. */
function add(
  draft: Draft,
  cell: string,
  { place: after, ...wanted }: { before: string | null; after: string | null; language: string | null; place?: string },
): void {
  const isMove = wanted.before === wanted.after;
  const isSame = ({ target, before, after: then }: Pick<ChangeRow, 'target' | 'before' | 'after'>): boolean =>
    target['cell'] === cell && before !== then && !isMove;
  const title = titleOf(draft, cell);
  const target = { notebook: draft.notebook, cell, ...(after !== undefined && { place: after }) };
  applyCell(draft.draft, { title, target, ...wanted });
  const known = draft.open.find(isSame);
  const own = draft.changes.find(isSame);
  if (known) draft.revised.set(known.id, wanted.after);
  else if (own) own.after = wanted.after;
  else draft.changes.push({ kind: 'cell', title: title || titleOf(draft, cell), target, ...wanted });
}

function titleOf({ draft, name }: Draft, cell: string): string {
  const place = sourceCells(draft).findIndex(({ id }) => id === cell);
  return place < 0 ? '' : `${name} [${place + 1}]`;
}

function requireCell({ draft }: Draft, id: string) {
  const cells = sourceCells(draft);
  const cell = cells.find((each) => each.id === id);
  if (cell) return cell;
  throw new GromaError('BAD_INPUT', {
    detail: `there is no cell ${id}. The cells are ${cells.map((each) => each.id).join(', ')}.`,
  });
}

function proposeDraft(turn: ChangeTurn, call: McpCall, draft: Draft, keepsFailed: boolean): Promise<object> {
  const changed = new Set([
    ...draft.changes.map(({ target }) => target['cell']!),
    ...draft.open.filter(({ id }) => draft.revised.has(id)).map(({ target }) => target['cell']!),
  ]);
  const isPython = [...changed].some((cell) =>
    sourceCells(draft.draft).some(({ id, language: own }) => id === cell && own === 'python'),
  );
  return propose(turn, {
    changes: draft.changes.filter((change) => !changesNothing(change)),
    revised: draft.open.flatMap((row) =>
      draft.revised.has(row.id) ? [{ row, after: draft.revised.get(row.id) }] : [],
    ),
    ...(isPython && { check: () => checkCells(call, { before: draft.live, after: draft.draft, changed }) }),
    keepsFailed,
  });
}
