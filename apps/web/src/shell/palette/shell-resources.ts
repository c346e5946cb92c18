import { project } from '@groma/protocol';
import { LanguageIcon, SunIcon, UserIcon } from '@groma/ui';
import { api } from '../../platform/api.ts';
import { locales } from '../../platform/locale.ts';
import { setPreference, usePreference } from '../../platform/preference.ts';
import { t } from '../../platform/text.ts';
import { registerCommand, runCommand } from '../../registry/command.ts';
import { registerResourceSource } from '../../registry/resource.ts';

/** The themes as commands, so that search finds them; the one that is worn is not offered. */
export function registerThemeCommands(): void {
  for (const scheme of ['light', 'dark', 'auto'] as const) {
    registerCommand({
      id: `shell.theme-${scheme}`,
      title: `shell.useTheme.${scheme}`,
      icon: SunIcon,
      isEnabled: () => usePreference.getState().colorScheme !== scheme,
      run: () => setPreference({ colorScheme: scheme }),
    });
  }
}

/** What search finds that belongs to no feature: languages, and the people of the workspace. */
export function registerShellResources(): void {
  registerResourceSource({
    kind: 'language',
    scope: 'account',
    isQuiet: true,
    label: 'shell.language',
    icon: LanguageIcon,
    list: () =>
      Promise.resolve(locales.map(({ id, name }) => ({ kind: 'language', id, name, detail: t('shell.language') }))),
    open: ({ id }) => setPreference({ locale: id }),
  });
  registerResourceSource({
    kind: 'person',
    isQuiet: true,
    label: 'shell.people',
    icon: UserIcon,
    list: async (projectId) =>
      Object.entries(await api.call(project.listProjectUsers, { params: { projectId } })).map(
        ([id, { username, email }]) => ({ kind: 'person', id, name: username, ...(email && { detail: email }) }),
      ),
    open: () => {
      void runCommand('project.share');
    },
  });
}
