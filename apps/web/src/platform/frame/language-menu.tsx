import { Button, LanguageIcon, Menu, type MenuEntry } from '@groma/ui';
import { locales } from '../locale.ts';
import { setPreference, usePreference } from '../preference.ts';
import { useLocaleId, useText } from '../text.ts';

/** The rows of a menu that chooses the language: as the browser wishes, then all by their own names. */
export function useLanguageEntries(): MenuEntry[] {
  const t = useText();
  const chosen = usePreference((preference) => preference.locale);
  const entry = (id: string, label: string): MenuEntry => ({
    key: `language-${id}`,
    label,
    active: id === chosen,
    onSelect: () => setPreference({ locale: id }),
  });
  return [
    entry('', t('shell.languageBrowser')),
    { key: 'line-language', kind: 'divider' },
    ...locales.map(({ id, name }) => entry(id, name)),
  ];
}

/** The switch of the language for pages without a person's menu. */
export function LanguageMenu() {
  const t = useText();
  const present = useLocaleId();
  const name = locales.find(({ id }) => id === present)?.name ?? '';
  return (
    <Menu
      position="bottom-end"
      width={200}
      items={useLanguageEntries()}
      target={
        <Button
          variant="quiet"
          size="s"
          icon={<LanguageIcon size={14} />}
          aria-label={t('shell.languageIs', { language: name })}
        >
          {name}
        </Button>
      }
    />
  );
}
