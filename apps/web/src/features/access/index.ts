import { SettingsIcon, BuildingIcon } from '@groma/ui';
import { navigate } from '../../platform/router.ts';
import { sessionStore } from '../../platform/session.ts';
import { bringTexts } from '../../platform/text.ts';
import { registerCommand } from '../../registry/command.ts';
import { registerPage, type Page } from '../../registry/page.ts';

const isIn = () => sessionStore.getState().outcome === 'NO_ERROR';

/** The texts of these pages are not among those of the first screen. */
function withTexts(load: Page['load']): Page['load'] {
  return async () => (await Promise.all([load(), bringTexts()]))[0];
}

/**
 * Adds the sign-in area, the public hub, invitations, the tenant's and the account's page, and the pages that say why
 * one cannot go on.
 */
export function registerAccess(): void {
  registerPage({ path: '/auth/*', access: 'anyone', load: withTexts(() => import('./sign-in/sign-in-page.tsx')) });
  registerPage({
    path: '/password-reset',
    access: 'anyone',
    load: withTexts(() => import('./sign-in/password-reset-page.tsx')),
  });
  registerPage({ path: '/hub', access: 'anyone', load: withTexts(() => import('./hub-page.tsx')) });
  registerPage({
    path: '/invitation',
    access: 'anyone',
    load: withTexts(() => import('./invitation/invitation-page.tsx')),
  });
  registerPage({
    path: '/dashboard/organisation',
    access: 'signed-in',
    load: withTexts(() => import('./tenant/tenant-page.tsx')),
  });
  registerPage({
    path: '/dashboard/account',
    access: 'signed-in',
    load: withTexts(() => import('./account/account-page.tsx')),
  });
  registerPage({
    path: '/oauth/authorize',
    access: 'signed-in',
    load: withTexts(() => import('./consent/consent-page.tsx')),
  });
  for (const kind of ['noPlan', 'planExpired', 'permissionDenied', 'notFound'] as const) {
    registerPage({
      path: `/${kind}`,
      access: 'anyone',
      load: async () => ({ Page: (await import('./notice/notice-page.tsx')).noticePage(kind) }),
    });
  }
  registerCommand({
    id: 'access.account',
    title: 'access.accountSettings',
    icon: SettingsIcon,
    isEnabled: isIn,
    run: () => navigate('/dashboard/account'),
  });
  registerCommand({
    id: 'access.tenant',
    title: 'access.tenantSettings',
    icon: BuildingIcon,
    isEnabled: isIn,
    run: () => navigate('/dashboard/organisation'),
  });
}
