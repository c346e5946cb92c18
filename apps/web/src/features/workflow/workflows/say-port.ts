import { imageFields, TOOLS } from '@groma/model';
import { t } from '../../../platform/text.ts';
import { newTable } from '../graph/graph-context.ts';

const known = new Set(['in', 'out', 'yes', 'no', 'features', 'other']);
/** Fields of tools that take images by wires. */
const images = new Set(TOOLS.flatMap((tool) => imageFields(tool).map(({ name }) => name)));

/** The name of a port: that of a table of a query is its own. */
export function sayPort(name: string): string {
  if (name === newTable) return t('workflow.port.table');
  if (images.has(name)) return t(`tool.field.${name}`);
  return known.has(name) ? t(`workflow.port.${name}`) : name;
}
