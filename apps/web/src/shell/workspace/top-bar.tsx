import {
  AvatarGroup,
  Button,
  ChevronDownIcon,
  HelpIcon,
  IconButton,
  Kbd,
  Mark,
  Menu,
  SearchIcon,
  ShareIcon,
  Truncated,
} from '@groma/ui';
import { useMemo } from 'react';
import { UserMenu } from '../../platform/frame/user-menu.tsx';
import { Link } from '../../platform/link.tsx';
import { useRoomUsers } from '../../platform/project-room.ts';
import { useProject, useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { runCommand } from '../../registry/command.ts';
import { entryOfCommand, menuOf } from '../../registry/menu-entry.ts';
import { palette } from '../palette/palette-store.ts';
import './top-bar.css';

/** What can be done to the project as a whole; the commands are brought by the project's feature. */
const projectCommands = [
  'project.rename',
  'project.share',
  'template.publish-workspace',
  'project.copy-link',
  'project.duplicate',
  'project.settings',
  'file.run-outdated',
];

export function TopBar() {
  const t = useText();
  return (
    <header className="top-bar">
      <h1 className="g-visually-hidden">{useProject().name}</h1>
      <ProjectName />
      <button
        type="button"
        className="top-bar-search"
        aria-label={t('shell.search')}
        onClick={() => palette.open()}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <SearchIcon />
        <span>{t('shell.search')}</span>
        <Kbd keys="Ctrl+K" />
      </button>
      <div className="top-bar-end">
        <People />
        <Button
          icon={<ShareIcon />}
          onClick={() => {
            void runCommand('project.share');
          }}
        >
          {t('shell.share')}
        </Button>
        <IconButton
          label={t('shell.help')}
          shortcut="?"
          icon={<HelpIcon size={18} />}
          onClick={() => {
            void runCommand('shell.show-keys');
          }}
        />
        <UserMenu />
      </div>
    </header>
  );
}

function ProjectName() {
  const t = useText();
  const project = useProject();
  const items = menuOf(projectCommands.map((id) => entryOfCommand(id)));
  return (
    <div className="top-bar-start">
      <Link href="/dashboard/workspaces" className="top-bar-mark" aria-label={t('shell.toDashboard')}>
        <Mark size={22} />
      </Link>
      <span className="top-bar-tenant">
        <Truncated text={project.tenant_name} />
      </span>
      <span className="top-bar-slash" aria-hidden>
        /
      </span>
      <Menu
        items={items}
        target={
          <button type="button" className="top-bar-project" aria-label={t('shell.projectMenu', { name: project.name })}>
            <Truncated text={project.name} />
            <ChevronDownIcon size={14} />
          </button>
        }
      />
    </div>
  );
}

/** The others who have this project open. */
function People() {
  const t = useText();
  const me = useSession().id;
  const users = useRoomUsers();
  const others = useMemo(
    () => users.filter(({ id }) => id !== me).map(({ id, username }) => ({ id, name: username })),
    [users, me],
  );
  if (others.length === 0) return null;
  return <AvatarGroup people={others} label={t('shell.peopleHere')} />;
}
