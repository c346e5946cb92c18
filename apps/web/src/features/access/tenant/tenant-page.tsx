import { canInTenant } from '@groma/model';
import { Badge, ErrorState, SkeletonRows } from '@groma/ui';
import { useEffect } from 'react';
import { errorText } from '../../../platform/api.ts';
import { DashboardFrame } from '../../../platform/frame/dashboard-frame.tsx';
import { TenantMark } from '../../../platform/frame/tenant-switch.tsx';
import { useTenant, type Tenant } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { runCommand } from '../../../registry/command.ts';
import { SettingsSection } from '../settings-section.tsx';
import { EndSection } from './end-section.tsx';
import { InvitationsSection } from './invitations-section.tsx';
import { MemberList } from './member-list.tsx';
import { PlanFacts } from './plan-facts.tsx';
import { TenantName } from './tenant-name.tsx';
import { useTenantDetail, type TenantDetail } from './tenant-calls.ts';

/** `/dashboard/organisation`: the tenant that is entered, its plan and its people. */
export function Page() {
  const t = useText();
  const tenant = useTenant();
  useEffect(() => {
    document.title = `${tenant?.name ?? t('tenant.title')} · Groma`;
  }, [t, tenant?.name]);
  return (
    <DashboardFrame
      current="organisation"
      onHelp={() => {
        void runCommand('shell.show-keys');
      }}
    >
      <div className="settings">
        {tenant ? <TenantParts key={tenant.id} tenant={tenant} /> : <p>{t('tenant.none')}</p>}
      </div>
    </DashboardFrame>
  );
}

function TenantParts({ tenant }: { tenant: Tenant }) {
  const t = useText();
  const { data, error, refetch, isFetching } = useTenantDetail(tenant.id);
  return (
    <>
      <header>
        <TenantMark tenant={tenant} />
        <h1>{tenant.name}</h1>
        <Badge>{t(`access.tenantRole.${tenant.role}`)}</Badge>
      </header>
      {error && !data && (
        <ErrorState
          title={t('tenant.failed')}
          onRetry={() => {
            void refetch();
          }}
          isRetrying={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {!error && !data && <SkeletonRows rows={8} />}
      {data && <Loaded detail={data} />}
    </>
  );
}

function Loaded({ detail }: { detail: TenantDetail }) {
  const t = useText();
  const mayUpdate = canInTenant(detail.role, 'update', 'tenant');
  const mayInvite = canInTenant(detail.role, 'invite', 'user');
  return (
    <>
      {mayUpdate && (
        <SettingsSection title={t('tenant.name')} text={t('tenant.nameText')}>
          <TenantName detail={detail} />
        </SettingsSection>
      )}
      <SettingsSection
        id="plan"
        title={t('tenant.plan')}
        text={t(detail.billing ? 'tenant.planText' : 'tenant.planOfOwner', { owner: detail.owner.username })}
      >
        <PlanFacts detail={detail} />
      </SettingsSection>
      <SettingsSection title={t('tenant.members', { count: detail.members.length })} text={t('tenant.membersText')}>
        <MemberList detail={detail} />
      </SettingsSection>
      {mayInvite && (
        <SettingsSection title={t('tenant.invite')} text={t('tenant.inviteText')}>
          <InvitationsSection detail={detail} />
        </SettingsSection>
      )}
      <EndSection detail={detail} />
    </>
  );
}
