import { createStored } from './stored.ts';

export type ColorScheme = 'light' | 'dark' | 'auto';

/**
 * What a person chose for this browser. `locale` empty follows the browser; `tenantId` is the tenant entered last,
 * empty for one's own. `public/theme.js` reads this before the first paint.
 */
export const usePreference = createStored('groma.preference', {
  colorScheme: 'auto' as ColorScheme,
  locale: '',
  dashboardView: 'cards' as 'cards' | 'table',
  tenantId: '',
});

export function setPreference(change: Partial<ReturnType<typeof usePreference.getState>>): void {
  usePreference.setState(change);
}
