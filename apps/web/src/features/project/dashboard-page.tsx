import { HelpIcon, IconButton, SearchIcon, TextField } from '@groma/ui';
import { useEffect, useState } from 'react';
import { UserMenu } from '../../platform/frame/user-menu.tsx';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { runCommand } from '../../registry/command.ts';
import { isOwn, type ProjectFilter, type ProjectOrder } from './arrange-projects.ts';
import { DashboardSidebar } from './dashboard-sidebar.tsx';
import { DashboardToolbar } from './dashboard-toolbar.tsx';
import { useProjects } from './project-calls.ts';
import { ProjectList } from './project-list.tsx';
import './dashboard-page.css';

/** `/dashboard/workspaces` (ACC-050): every workspace the person has a role in. */
export function Page() {
  const t = useText();
  const ownTenantId = useSession().ownedTenant?.id ?? null;
  const [filter, setFilter] = useState<ProjectFilter>('all');
  const [order, setOrder] = useState<ProjectOrder>('edited');
  const [typed, setTyped] = useState('');
  const projects = useProjects();
  useEffect(() => { document.title = `${t('project.workspaces')} · Groma`; }, [t]);
  const own = projects.data?.filter((project) => isOwn(project, ownTenantId)).length ?? 0;
  const counts = projects.data ? { all: projects.data.length, own, shared: projects.data.length - own } : null;
  return (
    <div className="dashboard">
      <DashboardSidebar filter={filter} onFilter={setFilter} counts={counts} />
      <header className="dashboard-top">
        <TextField aria-label={t('project.search')} placeholder={t('project.search')} icon={<SearchIcon />} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
        <span />
        <IconButton label={t('shell.help')} shortcut="?" icon={<HelpIcon size={18} />} onClick={() => { void runCommand('shell.show-keys'); }} />
        <UserMenu />
      </header>
      <main className="dashboard-main">
        <DashboardToolbar filter={filter} onFilter={setFilter} order={order} onOrder={setOrder} own={counts?.own ?? 0} />
        <ProjectList projects={projects} arrangement={{ filter, order, typed, ownTenantId }} onShowAll={() => {
          setFilter('all');
          setTyped('');
        }} />
      </main>
    </div>
  );
}
