import type { ProjectId } from '@groma/model';
import type { CompletionReply } from '@groma/protocol';
import type { NotebookMachines } from '../record/notebook-machines.ts';

/** Whoever types waits no longer. */
const patienceSeconds = 3;
const mostMatches = 500;
const mostCharacters = 20_000;

export interface Question {
  projectId: ProjectId;
  notebookId: string;
  code: string;
  cursor: number;
}

type Machines = Pick<NotebookMachines, 'knownKernel'>;

/** Completions of the kernel, in the order it gives them; none when it is not there or does not answer in time. */
export async function completeAt(machines: Machines, question: Question): Promise<CompletionReply> {
  const { code } = question;
  const content = await ask(machines, question, 'complete');
  const { matches, cursor_start: start, cursor_end: end, metadata } = content ?? {};
  if (!Array.isArray(matches)) return { start: question.cursor, end: question.cursor, matches: [] };
  const types = typesOf(metadata);
  return {
    start: unitsOf(code, Number(start)),
    end: unitsOf(code, Number(end)),
    matches: matches
      .slice(0, mostMatches)
      .map(String)
      .map((text) => ({ text, ...(types.get(text) !== undefined && { type: types.get(text)! }) })),
  };
}

/** What the kernel says of the name at the place, as text with colours; null when it knows nothing. */
export async function inspectAt(machines: Machines, question: Question): Promise<string | null> {
  const content = await ask(machines, question, 'inspect');
  const text =
    content?.['found'] === true ? (content['data'] as Record<string, unknown> | undefined)?.['text/plain'] : undefined;
  return typeof text === 'string' ? text.slice(0, mostCharacters) : null;
}

async function ask(
  machines: Machines,
  { projectId, notebookId, code, cursor }: Question,
  kind: 'complete' | 'inspect',
): Promise<Record<string, unknown> | null> {
  const kernel = await machines.knownKernel(projectId, notebookId);
  if (!kernel || kernel.status === 'dead') return null;
  return kernel.ask({ kind, code, cursor: Math.min(cursor, code.length), seconds: patienceSeconds });
}

/** The protocol counts code points, an editor UTF-16 units. */
function unitsOf(code: string, points: number): number {
  return Array.from(code)
    .slice(0, Number.isFinite(points) ? points : 0)
    .join('').length;
}

function typesOf(metadata: unknown): Map<string, string> {
  const list = (metadata as Record<string, unknown> | undefined)?.['_jupyter_types_experimental'];
  if (!Array.isArray(list)) return new Map();
  return new Map(
    list.flatMap((item: { text?: unknown; type?: unknown }) =>
      typeof item.text === 'string' && typeof item.type === 'string' && item.type !== '<unknown>'
        ? [[item.text, item.type] as const]
        : [],
    ),
  );
}
