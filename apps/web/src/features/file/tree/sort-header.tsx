import { ArrowDownIcon, ArrowUpIcon, ChevronDownIcon, Menu } from '@groma/ui';
import type { ListOrder } from '@groma/model';
import { useText } from '../../../platform/text.ts';
import type { FileOrder } from '../entry/file-calls.ts';

const columns = [
  { sort: 'name', label: 'file.sort.name' },
  { sort: 'size', label: 'file.sort.size' },
  { sort: 'modified', label: 'file.sort.modified' },
] as const;

/**
 * What a press on a column makes of the order: the same column turns it round; sizes and dates begin with the largest
 * and the newest.
 */
export function orderAfter(order: FileOrder, sort: ListOrder): FileOrder {
  return order.sort === sort ? { sort, descending: !order.descending } : { sort, descending: sort !== 'name' };
}

/**
 * The heads of the columns, which sort. Where only one column has room beside the names, a menu has the other orders.
 */
export function SortHeader({ order, onOrder }: { order: FileOrder; onOrder: (order: FileOrder) => void }) {
  const t = useText();
  return (
    <div className="file-sort" role="group" aria-label={t('file.sort.label')}>
      {columns.map(({ sort, label }) => {
        const isOn = order.sort === sort;
        return (
          <button
            key={sort}
            type="button"
            className={`file-sort-${sort}`}
            aria-pressed={isOn}
            onClick={() => onOrder(orderAfter(order, sort))}
            aria-label={
              isOn
                ? t(order.descending ? 'file.sort.descending' : 'file.sort.ascending', { column: t(label) })
                : t('file.sort.by', { column: t(label) })
            }
          >
            {t(label)}
            {isOn && (order.descending ? <ArrowDownIcon size={12} /> : <ArrowUpIcon size={12} />)}
          </button>
        );
      })}
      <Menu
        target={
          <button type="button" className="file-sort-menu" aria-label={t('file.sort.label')}>
            <ChevronDownIcon size={12} />
          </button>
        }
        items={columns.map(({ sort, label }) => ({
          key: sort,
          label: t('file.sort.by', { column: t(label) }),
          active: order.sort === sort,
          onSelect: () => onOrder(orderAfter(order, sort)),
        }))}
      />
    </div>
  );
}
