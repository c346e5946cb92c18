import type { PanelProps } from '../../registry/panel.ts';
import { ChartPanel } from './chart/chart-panel.tsx';
import { AttributeTablePanel } from './table/attribute-table-panel.tsx';

/** The rows of a layer, and its charts. */
export function Panel(props: PanelProps) {
  return <AttributeTablePanel {...props} Chart={ChartPanel} />;
}
