import { Segmented, SelectField } from '@groma/ui';
import { locales } from '../../../platform/locale.ts';
import { setPreference, usePreference } from '../../../platform/preference.ts';
import { useText } from '../../../platform/text.ts';

/** Stands for the wish to follow the browser: a select knows no empty value. */
const browserChoice = 'browser';

/** Language and theme of this browser. */
export function AppearanceFields() {
  const t = useText();
  const { locale, colorScheme } = usePreference();
  const languages = [
    { value: browserChoice, label: t('shell.languageBrowser') },
    ...locales.map(({ id, name }) => ({ value: id as string, label: name })),
  ];
  return (
    <>
      <SelectField
        label={t('shell.language')}
        value={locale === '' ? browserChoice : locale}
        options={languages}
        onChange={(value) => setPreference({ locale: value === browserChoice ? '' : value })}
        searchable
        maxDropdownHeight={320}
      />
      <Segmented
        label={t('shell.theme')}
        value={colorScheme}
        onChange={(value) => setPreference({ colorScheme: value })}
        options={[
          { value: 'light', label: t('shell.themeLight') },
          { value: 'dark', label: t('shell.themeDark') },
          { value: 'auto', label: t('shell.themeSystem') },
        ]}
      />
    </>
  );
}
