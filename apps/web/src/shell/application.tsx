import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../platform/api.ts';
import { browserTag, directionOf, type LocaleId } from '../platform/locale.ts';
import { useInterfaceTexts } from '../platform/interface-texts.ts';
import { usePreference, type ColorScheme } from '../platform/preference.ts';
import { useLocaleId, useText } from '../platform/text.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { DialogHost } from './dialog-host.tsx';
import { Gate } from './gate-view.tsx';

/** The whole application: look, language, data, and whatever page the gate lets the visitor see. */
export function Application() {
  const locale = useLocaleId();
  const texts = useInterfaceTexts();
  const colorScheme = usePreference((preference) => preference.colorScheme);
  useAwayPage(locale, colorScheme);
  return (
    <QueryClientProvider client={queryClient}>
      <GromaProvider
        colorScheme={colorScheme}
        direction={directionOf(locale)}
        locale={browserTag(locale)}
        texts={texts}
      >
        <Gate />
        <DialogHost />
      </GromaProvider>
    </QueryClientProvider>
  );
}

/** Keeps the page for an absent server in the words and the look that were chosen last. */
function useAwayPage(locale: LocaleId, colorScheme: ColorScheme): void {
  const t = useText();
  useEffect(
    () =>
      whenIdle(() => {
        const look = {
          title: t('shell.serverUnreachable'),
          text: t('shell.away.text'),
          retry: t('shell.away.again'),
          language: browserTag(locale),
          direction: directionOf(locale),
          colorScheme,
        };
        import('../platform/away-page.ts').then(({ prepareAwayPage }) => prepareAwayPage(look)).catch(() => undefined);
      }),
    [t, locale, colorScheme],
  );
}
