import { LayoutGridIcon, Mark, Truncated, UsersIcon, WorldIcon } from '@groma/ui';
import { Link } from '../../platform/link.tsx';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import type { ProjectFilter } from './arrange-projects.ts';
import { PlanUsage } from './plan-usage.tsx';
import './dashboard-sidebar.css';

export interface DashboardSidebarProps {
  filter: ProjectFilter;
  onFilter: (filter: ProjectFilter) => void;
  /** Null while they are being read. */
  counts: { all: number; own: number; shared: number } | null;
}

export function DashboardSidebar({ filter, onFilter, counts }: DashboardSidebarProps) {
  const t = useText();
  const user = useSession();
  return (
    <aside className="dashboard-sidebar">
      <div className="dashboard-brand"><Mark size={26} /><div><Truncated text={user.ownedTenant?.name ?? user.username} /><small>{t('project.yourOrganisation')}</small></div></div>
      <nav aria-label={t('project.places')}>
        <button type="button" aria-current={filter !== 'shared' ? 'page' : undefined} onClick={() => onFilter('all')}><LayoutGridIcon /><span>{t('project.workspaces')}</span><small>{counts?.all}</small></button>
        <button type="button" aria-current={filter === 'shared' ? 'page' : undefined} onClick={() => onFilter('shared')}><UsersIcon /><span>{t('project.sharedWithMe')}</span><small>{counts?.shared}</small></button>
        <Link href="/hub"><WorldIcon /><span>{t('project.hub')}</span></Link>
      </nav>
      {counts && <PlanUsage used={counts.own} />}
    </aside>
  );
}
