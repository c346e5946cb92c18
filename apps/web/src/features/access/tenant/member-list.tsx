import { canInTenant } from '@groma/model';
import { Avatar, Badge, confirm, IconButton, toast, Truncated, UserMinusIcon } from '@groma/ui';
import { errorText } from '../../../platform/api.ts';
import { usePeopleFilter } from '../../../platform/frame/use-people-filter.tsx';
import { useLocale, useText } from '../../../platform/text.ts';
import { removeMember, type Member, type TenantDetail } from './tenant-calls.ts';

/** The people of a tenant, the owner first; its owner removes members after one question. */
export function MemberList({ detail }: { detail: TenantDetail }) {
  const t = useText();
  const { shown, field } = usePeopleFilter(detail.members, ({ username, user_email: email }) => [username, email]);
  return (
    <>
      {field}
      {shown.length > 0 && (
        <ul
          className="settings-rows"
          aria-label={t('tenant.people')}
          data-long={shown.length > 8 || undefined}
          tabIndex={shown.length > 8 ? 0 : undefined}
        >
          {shown.map((member) => (
            <MemberRow key={member.id} member={member} detail={detail} />
          ))}
        </ul>
      )}
    </>
  );
}

function MemberRow({ member, detail }: { member: Member; detail: TenantDetail }) {
  const t = useText();
  const locale = useLocale();
  const mayRemove = canInTenant(detail.role, 'dissolve', 'user') && member.role === 'MEMBER';
  const joined =
    member.joined_at &&
    t('tenant.joined', {
      date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(member.joined_at)),
    });
  const remove = async () => {
    const isSure = await confirm({
      title: t('tenant.removeTitle', { name: member.username, tenant: detail.name }),
      body: t('tenant.removeText'),
      confirmLabel: t('tenant.remove'),
      danger: true,
    });
    if (!isSure) return;
    try {
      await removeMember(detail.id, member.id);
      toast.success(t('tenant.removed', { name: member.username }));
    } catch (error) {
      toast.error(errorText(error), { title: t('tenant.notRemoved', { name: member.username }) });
    }
  };
  return (
    <li>
      <Avatar id={member.id} name={member.username} size="l" tooltip={false} />
      <span className="settings-row-text">
        <b>
          <Truncated text={member.is_you ? t('tenant.isYou', { name: member.username }) : member.username} />
        </b>
        <small>
          <Truncated text={joined ? `${member.user_email} · ${joined}` : member.user_email} />
        </small>
      </span>
      <Badge tone={member.role === 'OWNER' ? 'accent' : 'neutral'}>{t(`access.tenantRole.${member.role}`)}</Badge>
      {mayRemove && (
        <IconButton
          label={t('tenant.removeOne', { name: member.username })}
          icon={<UserMinusIcon />}
          onClick={() => {
            void remove();
          }}
        />
      )}
    </li>
  );
}
