import { GromaError, type ChangeKind, type ProjectId } from '@groma/model';
import { recordsNow } from '../../../platform/database/record-clock.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { User } from '../../../platform/session/sessions.ts';
import { cellChange } from './cell-change.ts';
import type { ChangeNeeds } from './change-needs.ts';
import { assistantOf, changesOf, errorText, revisionOf, settleChange } from './change-records.ts';
import type { ChangeDoer, ChangeRow } from './change-row.ts';
import { createdChange } from './created-change.ts';
import { featureChange } from './feature-change.ts';
import { fileChange } from './file-change.ts';
import { styleChange } from './style-change.ts';
import { workflowChange } from './workflow-change.ts';

type Decision = 'apply' | 'refuse' | 'revert';

/** What is asked of the process with the rooms: small, for it reads the changes itself. */
export interface AskedDecision {
  projectId: ProjectId;
  threadId: string;
  ids: string[];
  action: Decision;
  /** What was looked at, where somebody has. */
  revisions?: Readonly<Record<string, string>> | undefined;
  user: User;
}

const topic = 'decide-chat-changes';
/** A check takes less than a second; the linter is given up after ten. */
const checkPatienceMs = 60_000;
const doers: Record<ChangeKind, ChangeDoer> = {
  cell: cellChange,
  file: fileChange,
  features: featureChange,
  style: styleChange,
  workflow: workflowChange,
  created: createdChange,
};

/**
 * Applies, refuses or reverts changes of a conversation, from any process: one after the other, reverts the newest
 * first. One that cannot be is left as it is, with its problem; the others are done all the same.
 */
export async function decideChanges({ questions }: Platform, asked: AskedDecision): Promise<void> {
  await questions.ask(topic, asked);
}

/** Has the process with the rooms decide, one conversation after the other. */
export function answerDecisions(platform: Platform, needs: ChangeNeeds): void {
  const { config, questions, leases } = platform;
  if (!config.services.has('realtime')) return;
  const last = new Map<string, Promise<unknown>>();
  questions.answer(topic, async (asked: AskedDecision) => {
    leases.epoch('realtime');
    const before = last.get(asked.threadId) ?? Promise.resolve();
    const turn = before.then(() => decideInTurn(platform, needs, asked));
    const settled = turn.catch(() => undefined);
    last.set(asked.threadId, settled);
    await turn.finally(() => {
      if (last.get(asked.threadId) === settled) last.delete(asked.threadId);
    });
    return null;
  });
}

async function decideInTurn(platform: Platform, needs: ChangeNeeds, asked: AskedDecision): Promise<void> {
  const { action, threadId, ids, projectId, user, revisions = {} } = asked;
  const [changes, assistant] = await Promise.all([changesOf(platform, threadId, ids), assistantOf(platform, threadId)]);
  for (const change of action === 'revert' ? changes.toReversed() : changes) {
    // Whoever may not edit any more learns so of the call as a whole.
    await platform.access.require(user.id, projectId, 'update', 'project');
    await decideOne(platform, needs, { projectId, user, assistant, action, change, seen: revisions[change.id] });
  }
}

async function decideOne(
  platform: Platform,
  needs: ChangeNeeds,
  {
    action,
    change,
    seen,
    ...by
  }: {
    projectId: ProjectId;
    user: User;
    assistant: string;
    action: Decision;
    change: ChangeRow;
    seen: string | undefined;
  },
): Promise<void> {
  if (change.state !== (action === 'revert' ? 'applied' : 'proposed')) return;
  const asked = { platform, needs, change, ...by };
  const decidedAt = recordsNow as never;
  try {
    if (action === 'refuse') await settleChange(platform, change, { state: 'refused', problem: null, decidedAt });
    if (action === 'apply') {
      if (isBeingChecked(change)) throw new GromaError('TURN_RUNNING');
      // Nobody accepts what they have not seen.
      if (seen !== undefined && seen !== revisionOf(change))
        throw new GromaError('CHANGE_CONFLICT', { name: change.title });
      const applied = await doers[change.kind].apply(asked);
      const target =
        change.kind === 'created' ? { ...change.target, ...(applied as Record<string, string>) } : change.target;
      await settleChange(platform, change, {
        state: 'applied',
        applied,
        // As it was applied, whatever it was to become meanwhile.
        before: change.before,
        after: change.after,
        target,
        problem: null,
        decidedAt,
        ...checkOf(change),
      });
    }
    if (action === 'revert') {
      const { isLess } = await doers[change.kind].revert(asked);
      const problem = isLess ? errorText(new GromaError('CHANGE_CONFLICT', { name: change.title })) : null;
      await settleChange(platform, change, { state: 'reverted', problem, decidedAt });
    }
  } catch (error) {
    if (!(error instanceof GromaError) || error.status >= 500)
      platform.log.error('A change of the assistant was not made.', { id: change.id, error });
    const known = error instanceof GromaError ? error : new GromaError('INTERNAL', { reference: change.id });
    await settleChange(platform, change, { problem: errorText(known) });
  }
}

/** Code is applied only once its check has ended; one that was cut off with its process is nobody's to wait for. */
function isBeingChecked({ check, createdAt }: ChangeRow): boolean {
  return check === 'CHECKING' && Date.now() - createdAt.getTime() < checkPatienceMs;
}

function checkOf({ check }: ChangeRow): { check?: 'SKIP_CHECK' } {
  return check === 'CHECKING' ? { check: 'SKIP_CHECK' } : {};
}
