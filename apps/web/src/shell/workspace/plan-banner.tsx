import { Note } from '@groma/ui';
import { useProject } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';

/** Says that the workspace can only be read since the plan of its tenant has ended; work that is open stays open. */
export function PlanBanner() {
  const t = useText();
  const { plan_outcome: outcome, tenant_name: tenant } = useProject();
  if (outcome === 'NO_ERROR') return null;
  return (
    <div className="plan-banner">
      <Note kind="warning">{t('access.readOnly', { tenant })}</Note>
    </div>
  );
}
