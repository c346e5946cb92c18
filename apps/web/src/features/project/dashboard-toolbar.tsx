import { allowedProjects } from '@groma/model';
import { Button, LayoutGridIcon, ListIcon, PlusIcon, Segmented, SelectField, Tooltip } from '@groma/ui';
import { setPreference, usePreference } from '../../platform/preference.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { openDialog } from '../../registry/dialog.ts';
import type { ProjectFilter, ProjectOrder } from './arrange-projects.ts';
import { CreateDialog } from './create-dialog.tsx';
import './dashboard-toolbar.css';

export interface DashboardToolbarProps {
  filter: ProjectFilter;
  onFilter: (filter: ProjectFilter) => void;
  order: ProjectOrder;
  onOrder: (order: ProjectOrder) => void;
  /** Workspaces of the own organisation: those the plan counts. */
  own: number;
}

export function DashboardToolbar({ filter, onFilter, order, onOrder, own }: DashboardToolbarProps) {
  const t = useText();
  const view = usePreference((preference) => preference.dashboardView);
  return (
    <div className="dashboard-toolbar">
      <h1>{t('project.workspaces')}</h1>
      <Segmented label={t('project.show')} value={filter} onChange={onFilter} options={(['all', 'mine', 'shared'] as const).map((value) => ({ value, label: t(`project.filter.${value}`) }))} />
      <SelectField aria-label={t('project.sortBy')} value={order} onChange={onOrder} allowDeselect={false} options={(['edited', 'created', 'name'] as const).map((value) => ({ value, label: t(`project.order.${value}`) }))} />
      <Segmented label={t('project.view')} value={view} onChange={(dashboardView) => setPreference({ dashboardView })} options={[
        { value: 'cards', label: <LayoutGridIcon />, name: t('project.asCards') }, { value: 'table', label: <ListIcon />, name: t('project.asTable') },
      ]} />
      <CreateButton own={own} />
    </div>
  );
}

/** Makes a workspace; when the plan allows no more it says so (ACC-116). */
export function CreateButton({ own, size = 'm' }: { own: number; size?: 'm' | 'l' }) {
  const t = useText();
  const plan = useSession().ownedTenant?.plan;
  const limit = plan ? allowedProjects(plan) : 0;
  const isFull = own >= limit;
  const button = (
    <Button variant="primary" size={size} icon={<PlusIcon />} aria-disabled={isFull || undefined} onClick={() => { if (!isFull) openDialog(CreateDialog); }}>{t('project.create')}</Button>
  );
  return isFull ? <Tooltip label={t('project.limitReached', { limit, count: own })}>{button}</Tooltip> : button;
}
