import { Button, EmptyState, ErrorState, Mark, SearchIcon, Skeleton } from '@groma/ui';
import { useMemo } from 'react';
import { errorText } from '../../platform/api.ts';
import { usePreference } from '../../platform/preference.ts';
import { useLocale, useText } from '../../platform/text.ts';
import { arrangeProjects, type Arrangement } from './arrange-projects.ts';
import { CreateButton } from './dashboard-toolbar.tsx';
import type { useProjects } from './project-calls.ts';
import { ProjectCard } from './project-card.tsx';
import { ProjectTable } from './project-table.tsx';
import './project-list.css';

interface ProjectListProps {
  projects: ReturnType<typeof useProjects>;
  arrangement: Arrangement;
  /** Workspaces of the tenant that is entered. */
  used: number;
  onShowAll: () => void;
}

/** The workspaces as cards or rows, or why there are none. */
export function ProjectList({
  projects: { data, error, refetch, isFetching, dataUpdatedAt },
  arrangement,
  used,
  onShowAll,
}: ProjectListProps) {
  const t = useText();
  const locale = useLocale();
  const view = usePreference((preference) => preference.dashboardView);
  const shown = useMemo(() => (data ? arrangeProjects(data, arrangement, locale) : []), [data, arrangement, locale]);
  const now = useMemo(() => new Date(Math.max(dataUpdatedAt, 0)), [dataUpdatedAt]);
  if (error && !data)
    return (
      <ErrorState
        title={t('project.listFailed')}
        onRetry={() => {
          void refetch();
        }}
        isRetrying={isFetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  if (!data) return <Waiting />;
  const isAll = arrangement.filter === 'all' && arrangement.typed.trim() === '';
  if (isAll && shown.length === 0) return <NoProjects used={used} />;
  if (shown.length === 0) {
    const isSearch = arrangement.typed.trim() !== '';
    return (
      <EmptyState
        icon={<SearchIcon size={18} />}
        title={
          isSearch
            ? t('project.noneNamed', { typed: arrangement.typed.trim() })
            : t(`project.none.${arrangement.filter}`)
        }
        action={<Button onClick={onShowAll}>{t('project.showAll')}</Button>}
      />
    );
  }
  if (view === 'table') return <ProjectTable projects={shown} now={now} />;
  return (
    <ul className="dashboard-cards">
      {shown.map((project) => (
        <ProjectCard key={project.id} project={project} now={now} />
      ))}
    </ul>
  );
}

function Waiting() {
  const t = useText();
  return (
    <div className="dashboard-cards" role="status" aria-busy="true" aria-label={t('shell.loading')}>
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className="project-card" aria-hidden>
          <div className="project-sheet" />
          <div className="project-card-facts">
            <Skeleton width="60%" height={14} />
            <span />
            <Skeleton width="40%" />
          </div>
        </div>
      ))}
    </div>
  );
}

function NoProjects({ used }: { used: number }) {
  const t = useText();
  return (
    <section className="no-projects">
      <Mark size={64} />
      <h2>{t('project.firstTitle')}</h2>
      <p>{t('project.firstText')}</p>
      <CreateButton used={used} size="l" />
    </section>
  );
}
