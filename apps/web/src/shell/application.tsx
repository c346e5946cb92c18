import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../platform/api.ts';
import { browserTag, directionOf } from '../platform/locale.ts';
import { useInterfaceTexts } from '../platform/interface-texts.ts';
import { usePreference } from '../platform/preference.ts';
import { useLocaleId } from '../platform/text.ts';
import { DialogHost } from './dialog-host.tsx';
import { Gate } from './gate-view.tsx';

/** The whole application: look, language, data, and whatever page the gate lets the visitor see. */
export function Application() {
  const locale = useLocaleId();
  const texts = useInterfaceTexts();
  const colorScheme = usePreference((preference) => preference.colorScheme);
  return (
    <QueryClientProvider client={queryClient}>
      <GromaProvider colorScheme={colorScheme} direction={directionOf(locale)} locale={browserTag(locale)} texts={texts}>
        <Gate />
        <DialogHost />
      </GromaProvider>
    </QueryClientProvider>
  );
}
