import { canInTenant } from '@groma/model';
import { Button, confirm, toast } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { navigate } from '../../../platform/router.ts';
import { useText } from '../../../platform/text.ts';
import { SettingsSection } from '../settings-section.tsx';
import { TypedConfirmation } from '../typed-confirmation.tsx';
import { dissolveTenant, leaveTenant, type TenantDetail } from './tenant-calls.ts';

/** The way out of a tenant: its owner dissolves it, a member leaves it (ACC-070). */
export function EndSection({ detail }: { detail: TenantDetail }) {
  const t = useText();
  const [isDissolving, setDissolving] = useState(false);
  const leave = async () => {
    const isSure = await confirm({
      title: t('tenant.leaveTitle', { tenant: detail.name }),
      body: t('tenant.leaveText'),
      confirmLabel: t('tenant.leave'),
      danger: true,
    });
    if (!isSure) return;
    try {
      await leaveTenant(detail.id);
      toast.success(t('tenant.left', { tenant: detail.name }));
      navigate('/dashboard/workspaces');
    } catch (error) {
      toast.error(errorText(error), { title: t('tenant.notLeft', { tenant: detail.name }) });
    }
  };
  if (canInTenant(detail.role, 'leave', 'user')) {
    return (
      <SettingsSection title={t('tenant.leave')} text={t('tenant.leaveText')}>
        <Button
          variant="danger"
          onClick={() => {
            void leave();
          }}
        >
          {t('tenant.leave')}
        </Button>
      </SettingsSection>
    );
  }
  if (!canInTenant(detail.role, 'delete', 'tenant')) return null;
  return (
    <SettingsSection title={t('tenant.dissolve')} text={t('tenant.dissolveText')}>
      <Button variant="danger" onClick={() => setDissolving(true)}>
        {t('tenant.dissolveOne')}
      </Button>
      <TypedConfirmation
        opened={isDissolving}
        onClose={() => setDissolving(false)}
        title={t('tenant.dissolveTitle', { tenant: detail.name })}
        word={detail.name}
        label={t('access.typeName', { name: detail.name })}
        action={t('tenant.dissolve')}
        onConfirm={async (typed) => {
          await dissolveTenant(detail.id, typed);
          toast.success(t('tenant.dissolved', { tenant: detail.name }));
          navigate('/');
        }}
      >
        {t('tenant.dissolveMeans', { count: detail.billing?.project_count ?? 0 })}
      </TypedConfirmation>
    </SettingsSection>
  );
}
