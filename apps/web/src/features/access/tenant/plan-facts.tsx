import { allowedProjects } from '@groma/model';
import { Note, useNumberFormat } from '@groma/ui';
import { useLocale, useText } from '../../../platform/text.ts';
import type { TenantDetail } from './tenant-calls.ts';
import './plan-facts.css';

/** What the plan includes and, for whoever may read billing, what is used and until when it lasts (ACC-063). */
export function PlanFacts({ detail: { plan, outcome, billing } }: { detail: TenantDetail }) {
  const t = useText();
  const number = useNumberFormat();
  const locale = useLocale();
  const day = (text: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(text));
  if (!plan) return <Note kind="warning">{t('access.noPlan.text')}</Note>;
  const machines = billing?.cpu_machine_types ?? plan.features.cpu_machine_types ?? [];
  return (
    <>
      {outcome !== 'NO_ERROR' && <Note kind="warning">{t('access.planExpired.text')}</Note>}
      <dl className="plan-facts">
        <div>
          <dt>{t('tenant.workspaces')}</dt>
          <dd>
            {billing ? (
              <Used used={billing.project_count} allowed={billing.project_number} />
            ) : (
              number.format(allowedProjects(plan))
            )}
          </dd>
        </div>
        <div>
          <dt>{t('tenant.machines')}</dt>
          <dd>
            {machines.length === 0
              ? t('tenant.noMachines')
              : new Intl.ListFormat(locale, { type: 'unit' }).format(machines)}
          </dd>
        </div>
        {billing && (
          <div>
            <dt>{t('tenant.queries')}</dt>
            <dd>{number.format(billing.gaia_pro_queries)}</dd>
          </div>
        )}
        {billing?.plan_starts_at && (
          <div>
            <dt>{t('tenant.since')}</dt>
            <dd>{day(billing.plan_starts_at)}</dd>
          </div>
        )}
        {billing && (
          <div>
            <dt>{t('tenant.until')}</dt>
            <dd>{billing.plan_ends_at ? day(billing.plan_ends_at) : t('tenant.noEnd')}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

function Used({ used, allowed }: { used: number; allowed: number }) {
  const t = useText();
  return (
    <span className="plan-used">
      {t('tenant.usedOf', { used, allowed })}
      <meter
        min={0}
        max={Math.max(allowed, used, 1)}
        value={used}
        data-full={used >= allowed || undefined}
        aria-label={t('tenant.workspaces')}
      />
    </span>
  );
}
