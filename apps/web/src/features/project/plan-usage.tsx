import { allowedProjects } from '@groma/model';
import { useNumberFormat } from '@groma/ui';
import { Link } from '../../platform/link.tsx';
import { useTenant } from '../../platform/session.ts';
import { useLocale, useText } from '../../platform/text.ts';
import './plan-usage.css';

/** How much of the plan of the tenant that is entered is used, on a ruler with one tick for each workspace. */
export function PlanUsage({ used }: { used: number }) {
  const t = useText();
  const locale = useLocale();
  const number = useNumberFormat();
  const tenant = useTenant();
  if (!tenant?.plan) return null;
  const allowed = allowedProjects(tenant.plan);
  const share = allowed === 0 ? 1 : Math.min(1, used / allowed);
  const date =
    tenant.plan_ends_at &&
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
      new Date(tenant.plan_ends_at),
    );
  return (
    <section className="plan-usage" aria-label={t('project.plan')}>
      <div className="plan-usage-head">
        <b>{t('project.plan')}</b>
        {tenant.outcome === 'NO_ERROR' ? (
          date && <small>{t('project.planUntil', { date })}</small>
        ) : (
          <small data-ended>{t(`access.tenantPlan.${tenant.outcome}`)}</small>
        )}
      </div>
      <div className="plan-usage-fact">
        <span>{t('project.workspaces')}</span>
        <span>
          <b>{number.format(used)}</b> {t('project.ofLimit', { limit: number.format(allowed) })}
        </span>
      </div>
      <div
        className="plan-usage-ruler"
        data-full={share >= 1 || undefined}
        style={{ '--ticks': Math.max(1, Math.min(allowed, 50)) } as React.CSSProperties}
        role="meter"
        aria-label={t('project.workspaces')}
        aria-valuemin={0}
        aria-valuemax={Math.max(allowed, used)}
        aria-valuenow={used}
      >
        <span style={{ inlineSize: `${share * 100}%` }} />
      </div>
      {tenant.role === 'OWNER' && <Link href="/dashboard/organisation#plan">{t('project.seePlan')}</Link>}
    </section>
  );
}
