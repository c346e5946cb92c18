import { shareRoles, type ShareRole } from '@groma/model';
import { Avatar, Button, ChevronDownIcon, ErrorState, Menu, SkeletonRows, toast, type MenuEntry } from '@groma/ui';
import { errorText } from '../../platform/api.ts';
import { useSession, type Project } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { shareProject, unshareProject, useProjectPeople } from './project-calls.ts';

interface Person { id: string; username: string; email: string; role: string; shared: boolean }

/** Everybody with a role in the project, the owner first; those it is shared with can be given another role or none. */
export function SharePeople({ project }: { project: Project }) {
  const t = useText();
  const { data, error, refetch, isFetching } = useProjectPeople(project.id);
  if (error && !data) return <ErrorState title={t('project.peopleFailed')} onRetry={() => { void refetch(); }} isRetrying={isFetching}>{errorText(error)}</ErrorState>;
  if (!data) return <SkeletonRows rows={2} />;
  const people = Object.entries(data).map(([id, person]) => ({ id, ...person }))
    .toSorted((first, second) => Number(second.role === 'PROJECT_OWNER') - Number(first.role === 'PROJECT_OWNER') || first.username.localeCompare(second.username));
  return (
    <ul className="share-people" aria-label={t('project.people')}>
      {people.map((person) => <PersonRow key={person.id} person={person} projectId={project.id} />)}
    </ul>
  );
}

function PersonRow({ person, projectId }: { person: Person; projectId: string }) {
  const t = useText();
  const isMe = useSession().id === person.id;
  const roleName = t(`project.roles.${person.role}`);
  const attempt = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  const setRole = (role: ShareRole) => { void attempt(() => shareProject(projectId, person.email, role)); };
  const items: MenuEntry[] = [
    ...shareRoles.map((role) => ({ key: role, label: t(`project.roles.${role}`), active: role === person.role, onSelect: () => setRole(role) })),
    { key: 'line', kind: 'divider' },
    { key: 'remove', label: t('project.unshare'), danger: true, onSelect: () => { void attempt(() => unshareProject(projectId, person.id)); } },
  ];
  return (
    <li>
      <Avatar id={person.id} name={person.username} tooltip={false} />
      <span className="share-person"><b>{person.username}</b><small>{isMe ? t('project.you', { email: person.email }) : person.email}</small></span>
      {person.shared
        ? <Menu items={items} position="bottom-end" target={<Button variant="quiet" endIcon={<ChevronDownIcon size={14} />} aria-label={t('project.roleOf', { name: person.username, role: roleName })}>{roleName}</Button>} />
        : <span className="share-role">{roleName}</span>}
    </li>
  );
}
