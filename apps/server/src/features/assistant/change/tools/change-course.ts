import { isDeepStrictEqual } from 'node:util';
import { eq } from '../../../../platform/database/drizzle.ts';
import { GromaError, type CodeCheck, type ProjectId, type UserId } from '@groma/model';
import { users } from '../../../../platform/database/tables/index.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { decideChanges } from '../carry-out.ts';
import {
  changesOf,
  dropChanges,
  openChanges,
  presentChange,
  recordChanges,
  settleChange,
  type NewChange,
} from '../change-records.ts';
import type { ChangeRow } from '../change-row.ts';

/** The turn in which the assistant wants to change something, and for whom. */
export interface ChangeTurn {
  platform: Platform;
  projectId: ProjectId;
  threadId: string;
  messageId: string;
  userId: UserId;
  /** Changes are applied at once (AIA-039). */
  isAnalyst: boolean;
}

/** How the code of changes was found. */
export interface CheckedCode {
  check: Exclude<CodeCheck, 'CHECKING'>;
  findings: string[];
}

/** An open change of this turn that becomes another. */
export interface RevisedChange {
  row: ChangeRow;
  before?: unknown;
  after: unknown;
}

/** What goes with changes that are proposed. `revised` are open ones of this turn that become others. */
interface Proposal {
  changes: readonly NewChange[];
  revised?: readonly RevisedChange[];
  /** Checks the code; nothing is proposed that fails, unless `keepsFailed`. */
  check?: () => Promise<CheckedCode>;
  keepsFailed?: boolean;
}

/**
 * Proposes changes, and in analyst mode applies them at once. Code that fails its check is answered with what was
 * found, so that the model mends it; what was kept all the same, or could not be checked, waits for the person.
 */
export async function propose(
  turn: ChangeTurn,
  { changes, revised = [], check, keepsFailed }: Proposal,
): Promise<object> {
  const { platform } = turn;
  const made = await recordChanges(platform, turn, changes, check !== undefined);
  const checked = (await check?.()) ?? null;
  if (checked?.check === 'FAILED' && keepsFailed !== true) {
    await dropChanges(
      platform,
      made.map(({ id }) => id),
    );
    return {
      state: 'not proposed',
      check: 'FAILED',
      findings: checked.findings,
      next: 'Mend the code and call this tool again. If a finding is wrong, say keep_despite_findings.',
    };
  }
  const become = new Map(revised.map((each) => [each.row.id, { before: each.row.before, ...each }]));
  // A new cell that is deleted again was never there, and what is as it was before is no change.
  const gone = [...become].filter(([, each]) => changesNothing({ ...each.row, ...each })).map(([id]) => id);
  await dropChanges(platform, gone);
  const rows = [...made, ...revised.map(({ row }) => row).filter(({ id }) => !gone.includes(id))].toSorted(
    (one, other) => one.ordinal - other.ordinal,
  );
  if (rows.length === 0) return { state: 'Taken back: nothing of it is proposed any more.' };
  for (const row of rows) {
    const { before, after } = become.get(row.id) ?? row;
    const isCode = row.language === 'python' && checked !== null;
    const found = isCode && checked.findings.length > 0 ? checked.findings.join('\n') : null;
    await settleChange(platform, row, { before, after, check: isCode ? checked.check : row.check, problem: found });
  }
  const ids = rows.map(({ id }) => id);
  const mayApply = checked === null || checked.check === 'PASSED';
  if (turn.isAnalyst && mayApply) await apply(turn, ids);
  const now = await changesOf(platform, turn.threadId, ids);
  return {
    state:
      turn.isAnalyst && mayApply ? 'see each change' : 'proposed: the person applies or refuses it, it is not done yet',
    ...(checked && { check: checked.check, ...(checked.findings.length > 0 && { findings: checked.findings }) }),
    changes: now
      .map(presentChange)
      .map(({ title, target, state, problem }) => ({ title, ...target, state, ...(problem !== null && { problem }) })),
  };
}

/** Whether a change would leave everything as it was; a cell that goes elsewhere stays the same and names its place. */
export function changesNothing({ before, after, target }: Pick<ChangeRow, 'before' | 'after' | 'target'>): boolean {
  return isDeepStrictEqual(before, after) && target['place'] === undefined;
}

/** Changes of this turn that wait for the person. */
export function openOfTurn({ platform, threadId, messageId }: ChangeTurn): Promise<ChangeRow[]> {
  return openChanges(platform, { threadId, messageId });
}

async function apply({ platform, projectId, threadId, userId }: ChangeTurn, ids: string[]): Promise<void> {
  const [user] = await platform.database.query
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new GromaError('UNAUTHENTICATED');
  await decideChanges(platform, { projectId, threadId, ids, action: 'apply', user: { id: userId, ...user } });
}
