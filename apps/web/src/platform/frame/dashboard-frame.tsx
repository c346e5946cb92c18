import { BuildingIcon, HelpIcon, IconButton, LayoutGridIcon, UsersIcon, WorldIcon } from '@groma/ui';
import type { ReactNode } from 'react';
import { Link } from '../link.tsx';
import { useText } from '../text.ts';
import { TenantSwitch } from './tenant-switch.tsx';
import { UserMenu } from './user-menu.tsx';
import './dashboard-frame.css';

export interface DashboardFrameProps {
  /** Place of the sidebar that is shown; none for the account. */
  current: 'workspaces' | 'shared' | 'organisation' | null;
  /** How many workspaces stand behind a place, while that is known. */
  counts?: { workspaces: number; shared: number } | null | undefined;
  /** Shows the sheet of keys. */
  onHelp: () => void;
  /** The start of the top bar. */
  top?: ReactNode;
  /** The foot of the sidebar. */
  foot?: ReactNode;
  children: ReactNode;
}

const places = [
  { place: 'workspaces', href: '/dashboard/workspaces', Icon: LayoutGridIcon },
  { place: 'shared', href: '/dashboard/workspaces?show=shared', Icon: UsersIcon },
  { place: 'organisation', href: '/dashboard/organisation', Icon: BuildingIcon },
  { place: 'hub', href: '/hub', Icon: WorldIcon },
] as const;

/** The frame of every page outside a workspace: tenant, places, and the person's menu. */
export function DashboardFrame({ current, counts, onHelp, top, foot, children }: DashboardFrameProps) {
  const t = useText();
  const count = (place: string) =>
    place === 'workspaces' ? counts?.workspaces : place === 'shared' ? counts?.shared : undefined;
  return (
    <div className="dashboard">
      <aside className="dashboard-sidebar">
        <TenantSwitch />
        <nav aria-label={t('access.places')}>
          {places.map(({ place, href, Icon }) => (
            <Link key={place} href={href} aria-current={place === current ? 'page' : undefined}>
              <Icon />
              <span>{t(`access.place.${place}`)}</span>
              <small>{count(place)}</small>
            </Link>
          ))}
        </nav>
        {foot}
      </aside>
      <header className="dashboard-top">
        {top}
        <span className="dashboard-top-gap" />
        <IconButton label={t('shell.help')} shortcut="?" icon={<HelpIcon size={18} />} onClick={onHelp} />
        <UserMenu />
      </header>
      <main className="dashboard-main">{children}</main>
    </div>
  );
}
