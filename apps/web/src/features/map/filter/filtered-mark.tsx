import { FilterIcon, IconButton, Tooltip } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { menuEntry } from '../../../registry/menu-entry.ts';
import { clearFilter } from './filter-commands.ts';
import './filtered-mark.css';

interface FilteredMarkProps {
  mapId: string;
  layerId: string;
  name: string;
  tabIndex: number;
}

/** Says that a layer shows only some of its features; a press shows all again, for those who may. */
export function FilteredMark({ mapId, layerId, name, tabIndex }: FilteredMarkProps) {
  const t = useText();
  const entry = menuEntry(clearFilter, { mapId, layerId });
  const text = t('map.filtered', { name });
  return (
    <span className="filtered-mark">
      {entry ? (
        <IconButton
          size="s"
          tabIndex={tabIndex}
          label={entry.label}
          disabledReason={entry.disabledReason}
          icon={<FilterIcon size={14} />}
          onClick={entry.onSelect}
        />
      ) : (
        <Tooltip label={text}>
          <span role="img" aria-label={text}>
            <FilterIcon size={14} />
          </span>
        </Tooltip>
      )}
    </span>
  );
}
