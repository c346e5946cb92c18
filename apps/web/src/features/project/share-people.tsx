import { shareRoles } from '@groma/model';
import { Avatar, Button, ChevronDownIcon, Menu, toast, Truncated, type MenuEntry } from '@groma/ui';
import { errorText } from '../../platform/api.ts';
import { usePeopleFilter } from '../../platform/frame/use-people-filter.tsx';
import { useText } from '../../platform/text.ts';
import { roleReason } from './role-reason.ts';
import { changeShare, unshare, type ProjectAccess, type ProjectPerson } from './share-calls.ts';

interface SharePeopleProps {
  projectId: string;
  access: ProjectAccess;
}

/** Everybody with a role in the project, the owner first, with what gives and what limits it. */
export function SharePeople({ projectId, access }: SharePeopleProps) {
  const t = useText();
  const people = access.people.toSorted(
    (first, second) =>
      Number(second.role === 'PROJECT_OWNER') - Number(first.role === 'PROJECT_OWNER') ||
      first.username.localeCompare(second.username, undefined, { numeric: true }),
  );
  const { shown, field } = usePeopleFilter(people, ({ username, email }) => [username, email]);
  return (
    <>
      {field}
      <ul className="share-people" aria-label={t('project.people')} tabIndex={people.length > 5 ? 0 : undefined}>
        {shown.map((person) => (
          <PersonRow key={person.id} person={person} projectId={projectId} access={access} />
        ))}
      </ul>
    </>
  );
}

function PersonRow({ person, projectId, access }: SharePeopleProps & { person: ProjectPerson }) {
  const t = useText();
  const roleName = t(`project.roles.${person.role}`);
  const attempt = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      toast.error(errorText(error), { title: t('project.shareNotChanged', { name: person.username }) });
    }
  };
  const isPlanOver = access.plan_outcome !== 'NO_ERROR';
  const items: MenuEntry[] = [
    ...shareRoles.map((role) => ({
      key: role,
      label: t(`project.roles.${role}`),
      active: role === person.share_role,
      disabledReason: isPlanOver ? t('project.needsPlan') : undefined,
      onSelect: () => {
        void attempt(() => changeShare(projectId, person.id, role));
      },
    })),
    { key: 'line', kind: 'divider' },
    {
      key: 'remove',
      label: t('project.unshare'),
      danger: true,
      onSelect: () => {
        void attempt(() => unshare(projectId, person.id));
      },
    },
  ];
  return (
    <li>
      <Avatar id={person.id} name={person.username} tooltip={false} />
      <span className="share-person">
        <b>
          <Truncated text={person.username} />
        </b>
        {person.email !== '' && (
          <small>
            <Truncated text={person.is_you ? t('project.you', { email: person.email }) : person.email} />
          </small>
        )}
        <small className="share-reason">{roleReason(t, person, access.tenant.name)}</small>
      </span>
      {person.share_role !== null && access.may_share ? (
        <Menu
          items={items}
          position="bottom-end"
          target={
            <Button
              variant="quiet"
              endIcon={<ChevronDownIcon size={14} />}
              aria-label={t('project.roleOf', { name: person.username, role: roleName })}
            >
              {roleName}
            </Button>
          }
        />
      ) : (
        <span className="share-role">{roleName}</span>
      )}
    </li>
  );
}
