import { databaseOfSql, GromaError, sqlResultName, type InputValue, type ProjectId, type UserId } from '@groma/model';
import type { KernelSession } from '../../../platform/kernel/kernel-session.ts';

/**
 * What notebooks need of databases, through main: the rows of a query as the pieces of an Arrow stream, null where it
 * has none.
 * @throws GromaError
 */
export type QueryDatabase = (asked: {
  projectId: ProjectId;
  userId: UserId;
  database: string;
  query: string;
  params: Record<string, unknown>;
  signal: AbortSignal;
  /** Its rows are kept under this name for the other blocks of its notebook. */
  block: { notebookId: string; result: string };
  /** What it writes into the project names it. */
  madeBy: { notebookId: string; blockId: string };
  /** Statements that could change something are refused. */
  mayOnlyRead?: boolean;
}) => Promise<Uint8Array[] | null>;

/** Characters of one piece that is told to a kernel. */
const pieceCharacters = 4 * 1_048_576;

/**
 * Has the database that an SQL block names run it, and tells the kernel its rows, for `groma.sql_blocks` to take; says
 * whether there are any.
 */
export async function readDatabase(
  query: QueryDatabase,
  {
    projectId,
    notebookId,
    session = notebookId,
    item,
    values,
    kernel,
    mayOnlyRead = false,
  }: {
    projectId: ProjectId;
    notebookId: string;
    /** The run whose blocks name its rows; the notebook itself where people run it. */
    session?: string;
    item: { blockId: string; code: string; label: string; userId?: string | undefined; signal: AbortSignal };
    /** Of the input blocks: they are its parameters. */
    values: readonly InputValue[];
    kernel: Pick<KernelSession, 'execute'>;
    mayOnlyRead?: boolean;
  },
): Promise<boolean> {
  const database = databaseOfSql(item.code);
  if (database === null || item.userId === undefined)
    throw new GromaError('BAD_INPUT', { detail: 'Run this block again: it is not known who ran it.' });
  const params = Object.fromEntries(values.map(({ name, value }) => [name, value]));
  const { signal } = item;
  const rows = await query({
    projectId,
    userId: item.userId as UserId,
    database,
    query: item.code,
    params,
    signal,
    block: { notebookId: session, result: sqlResultName(item.label) },
    madeBy: { notebookId, blockId: item.blockId },
    mayOnlyRead,
  });
  if (!rows) return false;
  const text = Buffer.concat(rows).toString('base64');
  for (let at = 0; at < text.length && !signal.aborted; at += pieceCharacters) {
    await kernel.execute(
      `__import__('groma.sql_blocks', fromlist=['feed']).feed('${text.slice(at, at + pieceCharacters)}', ${at === 0 ? 'True' : 'False'})`,
      { isSilent: true, onOutput: () => undefined, signal },
    );
  }
  return true;
}
