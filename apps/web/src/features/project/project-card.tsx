import { Badge, DotsIcon, IconButton, Menu, presenceColor, Truncated, useContextMenu } from '@groma/ui';
import { useState } from 'react';
import { Link } from '../../platform/link.tsx';
import type { Project } from '../../platform/session.ts';
import { useLocale, useText } from '../../platform/text.ts';
import { timeAgo } from '../../platform/time-ago.ts';
import { projectMenu } from './project-menu.ts';
import { workspacePath } from './project-link.ts';
import './project-card.css';

/** A project as a sheet: the picture of its map, else its initials inside the neatline. */
export function ProjectCard({ project, now }: { project: Project; now: Date }) {
  const t = useText();
  const locale = useLocale();
  const openMenu = useContextMenu();
  const menu = projectMenu(project.id);
  return (
    <li className="project-card" onContextMenu={(event) => openMenu(event, menu)}>
      <ProjectSheet project={project} />
      <div className="project-card-facts">
        <Link className="project-card-name" href={workspacePath(project.id)}>
          <Truncated text={project.name} />
        </Link>
        <Menu
          position="bottom-end"
          items={menu}
          target={<IconButton label={t('project.actionsOf', { name: project.name })} icon={<DotsIcon />} size="s" />}
        />
        <span className="project-card-edited">
          {t('project.editedAgo', { when: timeAgo(new Date(project.updated_at), now, locale) })}
        </span>
        {project.role !== 'PROJECT_OWNER' && <Badge>{t(`project.roles.${project.role}`)}</Badge>}
      </div>
    </li>
  );
}

export function ProjectSheet({
  project,
  isSmall,
}: {
  project: Pick<Project, 'id' | 'name' | 'picture'>;
  isSmall?: boolean;
}) {
  const [missing, setMissing] = useState<string | null>(null);
  if (project.picture !== null && project.picture !== missing)
    return (
      <div className="project-sheet" data-small={isSmall || undefined} data-pictured aria-hidden>
        <img src={project.picture} alt="" loading="lazy" decoding="async" onError={() => setMissing(project.picture)} />
      </div>
    );
  return (
    <div
      className="project-sheet"
      data-small={isSmall || undefined}
      style={{ '--hue': presenceColor(project.id).css } as React.CSSProperties}
      aria-hidden
    >
      <span>{sheetLetters(project.name)}</span>
    </div>
  );
}

/** The first letters of the first two words, as an atlas indexes its sheets. */
function sheetLetters(name: string): string {
  return name
    .split(/[\s,._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
