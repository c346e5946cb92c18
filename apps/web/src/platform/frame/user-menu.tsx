import {
  Avatar,
  DeviceDesktopIcon,
  LanguageIcon,
  LogoutIcon,
  Menu,
  MoonIcon,
  SettingsIcon,
  SunIcon,
  Tooltip,
  type MenuEntry,
} from '@groma/ui';
import { setPreference, usePreference, type ColorScheme } from '../preference.ts';
import { navigate } from '../router.ts';
import { signOut, useSession } from '../session.ts';
import { useText } from '../text.ts';
import { useLanguageEntries } from './language-menu.tsx';
import './user-menu.css';

const schemes: readonly { scheme: ColorScheme; key: string; Icon: typeof SunIcon }[] = [
  { scheme: 'light', key: 'shell.themeLight', Icon: SunIcon },
  { scheme: 'dark', key: 'shell.themeDark', Icon: MoonIcon },
  { scheme: 'auto', key: 'shell.themeSystem', Icon: DeviceDesktopIcon },
];

/** The person's own menu: who they are, the theme, the language, and the way out. */
export function UserMenu() {
  const t = useText();
  const user = useSession();
  const wanted = usePreference((preference) => preference.colorScheme);
  const languages = useLanguageEntries();
  const items: MenuEntry[] = [
    { key: 'who', kind: 'heading', label: user.email },
    {
      key: 'account',
      label: t('access.accountSettings'),
      icon: <SettingsIcon />,
      onSelect: () => navigate('/dashboard/account'),
    },
    { key: 'line-theme', kind: 'divider' },
    { key: 'theme', kind: 'heading', label: t('shell.theme') },
    ...schemes.map(({ scheme, key, Icon }) => ({
      key: scheme,
      label: t(key),
      icon: <Icon />,
      active: wanted === scheme,
      onSelect: () => setPreference({ colorScheme: scheme }),
    })),
    { key: 'line-language', kind: 'divider' },
    { key: 'language', label: t('shell.language'), icon: <LanguageIcon />, items: languages },
    { key: 'line-out', kind: 'divider' },
    {
      key: 'out',
      label: t('shell.signOut'),
      icon: <LogoutIcon />,
      onSelect: () => {
        void signOut();
      },
    },
  ];
  return (
    <Menu
      position="bottom-end"
      width={232}
      items={items}
      target={
        <button type="button" className="user-menu" aria-label={t('shell.userMenu', { name: user.username })}>
          <Tooltip label={user.username}>
            <span aria-hidden>
              <Avatar id={user.id} name={user.username} tooltip={false} />
            </span>
          </Tooltip>
        </button>
      }
    />
  );
}
