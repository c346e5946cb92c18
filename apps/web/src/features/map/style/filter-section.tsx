import { FilterOffIcon, IconButton, useNumberFormat } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { FilterEditor } from '../filter/filter-editor.tsx';
import { StyleSection } from '../look/style-row.tsx';
import { useMapState } from '../session/use-map-state.ts';
import type { StyleTarget } from './style-target.ts';

const mostValues = 250;

/** Which features of the layer are shown. */
export function FilterSection({ target }: { target: StyleTarget }) {
  const t = useText();
  const number = useNumberFormat();
  const { session, layerId, style, columns, readOnlyReason, isReady, change } = target;
  const count = useMapState(session, ({ loaded }) => loaded[layerId]?.count ?? 0);
  const shown = useMapState(session, ({ loaded }) => loaded[layerId]?.shown ?? 0);
  const isFiltered = style.filter.length > 0;
  return (
    <StyleSection
      title={t('style.filter')}
      {...(isFiltered &&
        isReady && { note: t('style.filterShown', { shown: number.format(shown), all: number.format(count) }) })}
      action={
        isFiltered && (
          <IconButton
            size="s"
            label={t('map.clearFilter')}
            icon={<FilterOffIcon size={14} />}
            disabledReason={readOnlyReason ?? undefined}
            onClick={() => change({ filter: [] })}
          />
        )
      }
    >
      <FilterEditor
        filter={style.filter}
        columns={columns}
        disabled={readOnlyReason !== null || !isReady}
        valuesOf={(column) => session.ask(layerId, 'values', { column, most: mostValues, isWhole: true })}
        onChange={(filter) => change({ filter })}
      />
    </StyleSection>
  );
}
