import type { OperationRemark } from '@groma/model';
import type { Text } from './text.ts';

/** Columns that a sentence names. */
const mostNamed = 12;

/** What an operation says of its result, a sentence for each. */
export function remarksOf(t: Text, remarks: readonly OperationRemark[]): string[] {
  return remarks.map(({ kind, columns = [], count = 0, text = '' }) => {
    const names = columns.slice(0, mostNamed).join(', ') + (columns.length > mostNamed ? ', …' : '');
    switch (kind) {
      case 'import':
        return text;
      case 'renamed':
        return t('layer.export.renamed', { names });
      case 'left-out':
        return t('layer.export.leftOut', { count });
      case 'cut':
        return t('layer.export.cut');
      default:
        return t(`layer.export.loss.${kind}`, { columns: names });
    }
  });
}
