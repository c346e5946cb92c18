import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../platform/api.ts';
import { useInterfaceTexts } from '../platform/interface-texts.ts';
import { browserTag, directionOf } from '../platform/locale.ts';
import { usePreference } from '../platform/preference.ts';
import { useLocaleId } from '../platform/text.ts';
import { DialogHost } from './dialog-host.tsx';

/** Look, language and dialogs around a page that asks nobody who they are. `theme`: what its address asks for. */
export function ReaderFrame({ theme, children }: { theme: string | null; children: ReactNode }) {
  const locale = useLocaleId();
  const texts = useInterfaceTexts();
  const preferred = usePreference((preference) => preference.colorScheme);
  return (
    <QueryClientProvider client={queryClient}>
      <GromaProvider
        colorScheme={theme === 'light' || theme === 'dark' ? theme : preferred}
        direction={directionOf(locale)}
        locale={browserTag(locale)}
        texts={texts}
      >
        {children}
        <DialogHost />
      </GromaProvider>
    </QueryClientProvider>
  );
}
