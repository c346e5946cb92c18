import { SearchIcon, toast } from '@groma/ui';
import { useEffect, useMemo, useState } from 'react';
import { errorText } from '../../platform/api.ts';
import { DashboardFrame } from '../../platform/frame/dashboard-frame.tsx';
import { navigate, usePlace } from '../../platform/router.ts';
import { tenantsOf, useSession, useTenant } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { runCommand, useCommands } from '../../registry/command.ts';
import {
  isFromOutside,
  projectFilters,
  type Arrangement,
  type ProjectFilter,
  type ProjectOrder,
  type Standing,
} from './arrange-projects.ts';
import { DashboardToolbar } from './dashboard-toolbar.tsx';
import { PlanUsage } from './plan-usage.tsx';
import { useProjects } from './project-calls.ts';
import { ProjectList } from './project-list.tsx';
import './dashboard-page.css';

const here = '/dashboard/workspaces';

/** `/dashboard/workspaces` (ACC-050): the workspaces of the tenant that is entered, and those shared from elsewhere. */
export function Page() {
  const t = useText();
  const standing = useStanding();
  const filter = useFilter();
  const [order, setOrder] = useState<ProjectOrder>('edited');
  const [typed, setTyped] = useState('');
  const projects = useProjects();
  useWantedTemplate();
  useEffect(() => {
    document.title = `${t('project.workspaces')} · Groma`;
  }, [t]);
  const ofTenant = projects.data?.filter(({ tenant }) => tenant === standing.tenantId).length;
  const shared = projects.data?.filter((project) => isFromOutside(project, standing)).length ?? 0;
  const counts = ofTenant === undefined ? null : { workspaces: ofTenant + shared, shared };
  const arrangement: Arrangement = { filter, order, typed, standing };
  const search = (
    <label className="dashboard-search">
      <SearchIcon />
      <input
        type="search"
        aria-label={t('project.search')}
        placeholder={t('project.search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('');
        }}
      />
    </label>
  );
  return (
    <DashboardFrame
      current={filter === 'shared' ? 'shared' : 'workspaces'}
      counts={counts}
      onHelp={() => {
        void runCommand('shell.show-keys');
      }}
      top={search}
      foot={ofTenant !== undefined && <PlanUsage used={ofTenant} />}
    >
      <DashboardToolbar filter={filter} onFilter={showFilter} order={order} onOrder={setOrder} used={ofTenant ?? 0} />
      <ProjectList
        projects={projects}
        arrangement={arrangement}
        used={ofTenant ?? 0}
        onShowAll={() => {
          showFilter('all');
          setTyped('');
        }}
      />
    </DashboardFrame>
  );
}

function useStanding(): Standing {
  const user = useSession();
  const tenantId = useTenant()?.id ?? null;
  return useMemo(
    () => ({ userId: user.id, tenantId, tenantIds: new Set(tenantsOf(user).map(({ id }) => id)) }),
    [user, tenantId],
  );
}

/** `?use=`, as pages of the hub have it, asks for a workspace made of that publication. */
function useWantedTemplate(): void {
  const { search } = usePlace();
  // Its feature comes when the browser rests.
  const isThere = useCommands().some(({ id }) => id === 'template.use');
  useEffect(() => {
    const wanted = new URLSearchParams(search);
    const templateId = wanted.get('use');
    if (templateId === null || !isThere) return;
    navigate(here, { replace: true });
    runCommand('template.use', { templateId, version: wanted.get('version') ?? undefined }).catch((error: unknown) =>
      toast.error(errorText(error)),
    );
  }, [search, isThere]);
}

/** The filter stands in the address, so that the sidebar, a link and the way back keep it. */
function useFilter(): ProjectFilter {
  const wanted = new URLSearchParams(usePlace().search).get('show');
  return projectFilters.find((filter) => filter === wanted) ?? 'all';
}

function showFilter(filter: ProjectFilter): void {
  navigate(filter === 'all' ? here : `${here}?show=${filter}`, { replace: true });
}
