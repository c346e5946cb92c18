import { DotsIcon, IconButton, Menu, Truncated, useContextMenu } from '@groma/ui';
import { Link } from '../../platform/link.tsx';
import type { Project } from '../../platform/session.ts';
import { useLocale, useText } from '../../platform/text.ts';
import { timeAgo } from '../../platform/time-ago.ts';
import { accessText } from './access-text.ts';
import { projectMenu } from './project-menu.ts';
import { ProjectSheet } from './project-card.tsx';
import { workspacePath } from './project-link.ts';
import './project-table.css';

/** The same projects as rows, with what a card has no room for. */
export function ProjectTable({ projects, now }: { projects: readonly Project[]; now: Date }) {
  const t = useText();
  return (
    <table className="project-table">
      <thead>
        <tr>
          {(['name', 'organisation', 'yourRole', 'access', 'edited'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`project.column.${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className="g-visually-hidden">{t('project.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {projects.map((project) => (
          <ProjectRow key={project.id} project={project} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function ProjectRow({ project, now }: { project: Project; now: Date }) {
  const t = useText();
  const locale = useLocale();
  const openMenu = useContextMenu();
  const menu = projectMenu(project.id);
  return (
    <tr onContextMenu={(event) => openMenu(event, menu)}>
      <td>
        <Link href={workspacePath(project.id)}>
          <ProjectSheet project={project} isSmall />
          <Truncated text={project.name} />
        </Link>
      </td>
      <td>
        <Truncated text={project.tenant_name} />
      </td>
      <td>{t(`project.roles.${project.role}`)}</td>
      <td>
        <Truncated text={accessText(t, project)} />
      </td>
      <td>{timeAgo(new Date(project.updated_at), now, locale)}</td>
      <td>
        <Menu
          position="bottom-end"
          items={menu}
          target={<IconButton label={t('project.actionsOf', { name: project.name })} icon={<DotsIcon />} size="s" />}
        />
      </td>
    </tr>
  );
}
