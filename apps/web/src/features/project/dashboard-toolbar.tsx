import {
  ArrowsSortIcon,
  Button,
  ChevronDownIcon,
  LayoutGridIcon,
  ListIcon,
  Menu,
  PlusIcon,
  Segmented,
  Tooltip,
} from '@groma/ui';
import { setPreference, usePreference } from '../../platform/preference.ts';
import { useTenant } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { projectFilters, projectOrders, type ProjectFilter, type ProjectOrder } from './arrange-projects.ts';
import { openCreateDialog } from './project-dialogs.tsx';
import { useCreateRefusal } from './use-create-refusal.ts';
import './dashboard-toolbar.css';

export interface DashboardToolbarProps {
  filter: ProjectFilter;
  onFilter: (filter: ProjectFilter) => void;
  order: ProjectOrder;
  onOrder: (order: ProjectOrder) => void;
  /** Workspaces of the tenant that is entered, as far as this person sees them. */
  used: number;
}

export function DashboardToolbar({ filter, onFilter, order, onOrder, used }: DashboardToolbarProps) {
  const t = useText();
  const view = usePreference((preference) => preference.dashboardView);
  const orders = projectOrders.map((value) => ({
    key: value,
    label: t(`project.order.${value}`),
    active: value === order,
    onSelect: () => onOrder(value),
  }));
  return (
    <div className="dashboard-toolbar">
      <h1>{t(filter === 'shared' ? 'project.sharedWithMe' : 'project.workspaces')}</h1>
      <Segmented
        label={t('project.show')}
        value={filter}
        onChange={onFilter}
        options={projectFilters.map((value) => ({ value, label: t(`project.filter.${value}`) }))}
      />
      <Menu
        position="bottom-end"
        items={orders}
        target={
          <Button
            icon={<ArrowsSortIcon size={14} />}
            endIcon={<ChevronDownIcon size={14} />}
            aria-label={t('project.sortedBy', { order: t(`project.order.${order}`) })}
          >
            {t(`project.order.${order}`)}
          </Button>
        }
      />
      <Segmented
        label={t('project.view')}
        value={view}
        onChange={(dashboardView) => setPreference({ dashboardView })}
        options={[
          { value: 'cards', label: <LayoutGridIcon />, name: t('project.asCards') },
          { value: 'table', label: <ListIcon />, name: t('project.asTable') },
        ]}
      />
      <CreateButton used={used} />
    </div>
  );
}

/** Makes a workspace in the tenant that is entered; when its plan allows no more it says so (ACC-116, ACC-117). */
export function CreateButton({ used, size = 'm' }: { used: number; size?: 'm' | 'l' }) {
  const t = useText();
  const tenant = useTenant();
  const refusal = useCreateRefusal(used);
  const button = (
    <Button
      variant="primary"
      size={size}
      icon={<PlusIcon />}
      aria-disabled={refusal !== null || undefined}
      onClick={() => {
        if (refusal === null && tenant) openCreateDialog(tenant);
      }}
    >
      {t('project.create')}
    </Button>
  );
  return refusal === null ? (
    button
  ) : (
    <Tooltip label={refusal} multiline>
      {button}
    </Tooltip>
  );
}
