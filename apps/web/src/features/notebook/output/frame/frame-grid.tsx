import {
  ChartHistogramIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  DataGrid,
  DotsIcon,
  FilterIcon,
  IconButton,
  Menu,
  useNumberFormat,
  type GridQuery,
  type GridWindow,
} from '@groma/ui';
import { useContext, useMemo, useState } from 'react';
import { useText } from '../../../../platform/text.ts';
import { line, menuEntry, menuOf } from '../../../../registry/menu-entry.ts';
import { OwnBlock } from '../own-block.ts';
import { frameCommands } from './frame-commands.ts';
import { frameQuery, gridColumns } from './frame-columns.ts';
import { askFrame, type FrameAbsence, type FramePlace, type LiveFrame } from './frame-calls.ts';
import { FrameProfileBox } from './frame-profile-box.tsx';
import { useColumnPages } from './use-column-pages.ts';

interface FrameGridProps {
  place: FramePlace;
  frame: LiveFrame;
  isExpanded: boolean;
  isGeo: boolean;
  /** The kernel has said that it has the frame no longer. */
  onAbsent(found: FrameAbsence): void;
}

const [headPixels, rowPixels, filterPixels, footPixels, barPixels] = [30, 27, 34, 28, 12];
const mostPixels = 384;
const noQuery: GridQuery = { sort: [], filter: [] };

/** All rows of a data frame, of which the kernel gives those in sight, sorts and filters (NBK-170, NBK-171). */
export function FrameGrid({ place, frame, isExpanded, isGeo, onAbsent }: FrameGridProps) {
  const t = useText();
  const [withFilters, setFilters] = useState(false);
  const [isProfiled, setProfiled] = useState(false);
  const [query, setQuery] = useState(noQuery);
  const pages = useColumnPages(place, frame, onAbsent);
  const texts = useMemo(() => ({ index: t('frame.index'), values: t('frame.values') }), [t]);
  const { first, columns: told } = pages;
  const columns = useMemo(() => gridColumns(told, first, texts), [told, first, texts]);
  const read = async ({ start, end, sort, filter }: GridWindow) => {
    const asked = frameQuery(sort, filter);
    const answer = await askFrame(place, { ask: 'rows', start, end, ...asked, firstColumn: pages.first });
    if (answer.state === 'live') return { rows: answer.rows ?? [], rowCount: answer.rowCount ?? 0 };
    if (answer.state === 'failed') throw new Error(answer.reason);
    if (answer.state === 'busy') throw new Error(t('frame.absent.busy'));
    onAbsent(answer);
    throw new Error(t(`frame.absent.${answer.state}`));
  };
  const rowCount = frame.rowCount ?? 0;
  const height = headPixels + (withFilters ? filterPixels : 0) + Math.max(3, rowCount) * rowPixels + barPixels;
  return (
    <div
      className="frame-grid"
      data-expanded={isExpanded || undefined}
      style={{ blockSize: isExpanded ? undefined : Math.min(mostPixels, height + footPixels) }}
    >
      <div className="frame-grid-rows">
        <DataGrid
          key={pages.first}
          label={frame.variable ? t('frame.rowsOf', { name: frame.variable }) : t('frame.rows')}
          columns={columns}
          rowCount={rowCount}
          rowId={(_values, index) => String(index)}
          getRows={read}
          withRowNumbers={!frame.columns?.some(({ isIndex }) => isIndex)}
          withFilters={withFilters}
          onQueryChange={setQuery}
          foot={
            <>
              {pages.count > pages.columns.length && <ColumnPager pages={pages} />}
              <FrameMenu place={place} isGeo={isGeo} />
              <IconButton
                size="s"
                label={t('file.viewer.filters')}
                icon={<FilterIcon size={14} />}
                active={withFilters}
                onClick={() => setFilters(!withFilters)}
              />
              <IconButton
                size="s"
                label={t('table.statistics')}
                icon={<ChartHistogramIcon size={14} />}
                active={isProfiled}
                disabledReason={columns.length === 0 ? t('frame.noColumns') : undefined}
                onClick={() => setProfiled(!isProfiled)}
              />
            </>
          }
        />
      </div>
      {isProfiled && columns.length > 0 && (
        <FrameProfileBox
          key={pages.first}
          place={place}
          columns={pages.columns}
          first={pages.first}
          filter={frameQuery([], query.filter).filter}
          onAbsent={onAbsent}
          onClose={() => setProfiled(false)}
        />
      )}
    </div>
  );
}

/** What else is done with the frame: a chart and a layer by code below its block, and files (NBK-176). */
function FrameMenu({ place, isGeo }: { place: FramePlace; isGeo: boolean }) {
  const t = useText();
  const blockId = useContext(OwnBlock)?.blockId ?? '';
  const code = { ...place, blockId };
  const items = menuOf([
    menuEntry(frameCommands.chart, code),
    isGeo ? menuEntry(frameCommands.toMap, code) : null,
    line('files'),
    menuEntry(frameCommands.saveCsv, place),
    menuEntry(frameCommands.saveParquet, place),
  ]);
  return <Menu items={items} target={<IconButton size="s" label={t('frame.more')} icon={<DotsIcon size={14} />} />} />;
}

/** Goes through the columns of a frame that has more than the grid shows at once. */
function ColumnPager({ pages }: { pages: ReturnType<typeof useColumnPages> }) {
  const t = useText();
  const number = useNumberFormat();
  const { first, columns, count, go } = pages;
  const last = first + columns.length;
  return (
    <span className="frame-pager" role="group" aria-label={t('frame.columns')}>
      <IconButton
        size="s"
        label={t('frame.columnsBefore')}
        icon={<ChevronLeftIcon size={14} />}
        disabledReason={first === 0 ? t('frame.noColumns') : undefined}
        onClick={() => go(-1)}
      />
      {t('frame.columnRange', {
        from: number.format(first + 1),
        to: number.format(last),
        count: number.format(count),
      })}
      <IconButton
        size="s"
        label={t('frame.columnsAfter')}
        icon={<ChevronRightIcon size={14} />}
        disabledReason={last >= count ? t('frame.noColumns') : undefined}
        onClick={() => go(1)}
      />
    </span>
  );
}
