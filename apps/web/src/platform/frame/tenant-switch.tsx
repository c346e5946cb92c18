import { BuildingIcon, Menu, presenceColor, SelectorIcon, Truncated, type MenuEntry } from '@groma/ui';
import { navigate } from '../router.ts';
import { enterTenant, tenantsOf, useSession, useTenant, type Tenant } from '../session.ts';
import { useText } from '../text.ts';

/** The tenant that is entered, and the way into the others. */
export function TenantSwitch() {
  const t = useText();
  const tenants = tenantsOf(useSession());
  const current = useTenant();
  if (!current) return null;
  const items: MenuEntry[] = [
    { key: 'heading', kind: 'heading', label: t('access.tenants') },
    ...tenants.map((tenant) => ({
      key: tenant.id,
      label: `${tenant.name} · ${tenantNote(t, tenant)}`,
      icon: <TenantMark tenant={tenant} isSmall />,
      active: tenant.id === current.id,
      onSelect: () => {
        void enterTenant(tenant.id);
      },
    })),
    { key: 'line', kind: 'divider' },
    {
      key: 'settings',
      label: t('access.tenantSettings'),
      icon: <BuildingIcon />,
      onSelect: () => navigate('/dashboard/organisation'),
    },
  ];
  return (
    <Menu
      items={items}
      width="target"
      target={
        <button type="button" className="tenant-switch" aria-label={t('access.tenantIs', { name: current.name })}>
          <TenantMark tenant={current} />
          <span>
            <Truncated text={current.name} />
            <small>{tenantNote(t, current)}</small>
          </span>
          <SelectorIcon size={14} />
        </button>
      }
    />
  );
}

/** What one is in a tenant, or that its plan has ended. */
function tenantNote(t: ReturnType<typeof useText>, tenant: Tenant): string {
  return tenant.outcome === 'NO_ERROR'
    ? t(`access.tenantRole.${tenant.role}`)
    : t(`access.tenantPlan.${tenant.outcome}`);
}

/** A tenant as a small square with its first letter, in the hue of its id. */
export function TenantMark({ tenant, isSmall }: { tenant: Pick<Tenant, 'id' | 'name'>; isSmall?: boolean }) {
  return (
    <span
      className="tenant-mark"
      data-small={isSmall || undefined}
      style={{ '--hue': presenceColor(tenant.id).css } as React.CSSProperties}
      aria-hidden
    >
      {[...tenant.name][0]?.toLocaleUpperCase()}
    </span>
  );
}
