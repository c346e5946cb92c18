import type { ProjectId } from '@groma/model';
import { sweepAttempts } from '../../platform/access/attempts.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import type { User } from '../../platform/session/sessions.ts';
import { accountRoutes } from './account/account-routes.ts';
import { tokenRoutes } from './account/token-routes.ts';
import { giveTenant } from './give-tenant.ts';
import { invitationRoutes } from './invitation/invitation-routes.ts';
import { oauthGrants } from './oauth/oauth-grants.ts';
import { oauthRoutes } from './oauth/oauth-routes.ts';
import { resetRoutes } from './password-reset/reset-routes.ts';
import { oidcRoutes } from './provider/oidc-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { tenantRoutes } from './tenant/tenant-routes.ts';

export { giveTenant } from './give-tenant.ts';
export { runResetCommand } from './password-reset/reset-command.ts';
export { runPlanCommand } from './plan/plan-command.ts';

const sweepMs = 3_600_000;

export interface AccessNeeds {
  /** Makes what a new person finds: the sample project. A failure must not spoil the sign-up. */
  welcome(user: User): Promise<void>;
  /** Deletes a project with all it holds, when its tenant goes. */
  deleteProject(projectId: ProjectId): Promise<void>;
}

export function createAccessFeature(platform: Platform, needs: AccessNeeds): Feature {
  const { database } = platform;
  const grants = oauthGrants(database, platform.bus);
  let timer: NodeJS.Timeout | undefined;
  const settle = async (user: User): Promise<void> => {
    if (!(await giveTenant(database, user))) return;
    await needs.welcome(user).catch((error: unknown) => {
      platform.log.error('The sample project could not be made.', { error });
    });
  };
  const deleteProject = (projectId: ProjectId) => needs.deleteProject(projectId);
  const sweep = () =>
    Promise.all([sweepAttempts(database), platform.sessions.sweep(), platform.tokens.sweep(), grants.sweep()]).catch(
      (error: unknown) => {
        platform.log.error('Old attempts, sessions and access tokens were not deleted.', { error });
      },
    );
  return {
    async start() {
      if (!platform.config.services.has('api')) return;
      await sweep();
      timer = setInterval(() => void sweep(), sweepMs);
      timer.unref();
    },
    close() {
      clearInterval(timer);
      return Promise.resolve();
    },
    routes: [
      ...signInRoutes(platform, settle),
      ...oidcRoutes(platform, settle),
      ...resetRoutes(platform),
      ...accountRoutes(platform, deleteProject),
      ...tokenRoutes(platform),
      ...oauthRoutes(platform, grants),
      ...tenantRoutes(platform, deleteProject),
      ...invitationRoutes(platform),
    ],
  };
}
