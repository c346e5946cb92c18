import { ChartBarIcon, Segmented, TableIcon } from '@groma/ui';
import { useState, type ReactNode } from 'react';
import { useText } from '../../../platform/text.ts';

type TableView = 'table' | 'chart';

/** What a table panel shows, and the switch between the two (VEC-017). */
export function useTableView(): { view: TableView; viewSwitch: ReactNode } {
  const t = useText();
  const [view, setView] = useState<TableView>('table');
  const viewSwitch = (
    <Segmented
      label={t('chart.view')}
      size="s"
      value={view}
      onChange={setView}
      options={[
        { value: 'table', label: t('chart.table'), icon: <TableIcon /> },
        { value: 'chart', label: t('chart.chart'), icon: <ChartBarIcon /> },
      ]}
    />
  );
  return { view, viewSwitch };
}
