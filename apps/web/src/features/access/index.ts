import { registerPage } from '../../registry/page.ts';

/** Adds the sign-in area, the public hub, and the pages that say why one cannot go on. */
export function registerAccess(): void {
  registerPage({ path: '/auth/*', access: 'anyone', load: () => import('./sign-in-page.tsx') });
  registerPage({ path: '/hub', access: 'anyone', load: () => import('./hub-page.tsx') });
  for (const kind of ['noPlan', 'planExpired', 'permissionDenied', 'notFound'] as const) {
    registerPage({ path: `/${kind}`, access: 'anyone', load: async () => ({ Page: (await import('./notice-page.tsx')).noticePage(kind) }) });
  }
}
