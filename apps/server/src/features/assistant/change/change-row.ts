import type { ProjectId } from '@groma/model';
import type { chatChanges } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { User } from '../../../platform/session/sessions.ts';
import type { ChangeNeeds } from './change-needs.ts';

export type ChangeRow = typeof chatChanges.$inferSelect;

/** A change that is to be applied or reverted, by whom. */
export interface ChangeAsked {
  platform: Platform;
  needs: ChangeNeeds;
  projectId: ProjectId;
  user: User;
  /** Who wanted it: “GAIA”, or an agent by the name of its token. */
  assistant: string;
  change: ChangeRow;
}

/** What a kind of change does. Both refuse whoever may not edit such a thing by themselves. */
export interface ChangeDoer {
  /**
   * Makes the change, and once more where it is made already. Gives what reverting needs.
   * @throws GromaError CHANGE_CONFLICT where the same place was changed since
   */
  apply(asked: ChangeAsked): Promise<object>;
  /**
   * Takes back what it did and nobody has changed since. Says whether something had to stay.
   * @throws GromaError CHANGE_CONFLICT where all of it had to, ORIGINAL_GONE, CREATED_STAYS
   */
  revert(asked: ChangeAsked): Promise<{ isLess: boolean }>;
}
