import { t } from '../../../platform/text.ts';
import { newTable } from '../graph/graph-context.ts';

const known = new Set(['in', 'out', 'yes', 'no', 'features', 'other']);

/** The name of a port: that of a table of a query is its own. */
export function sayPort(name: string): string {
  if (name === newTable) return t('workflow.port.table');
  return known.has(name) ? t(`workflow.port.${name}`) : name;
}
