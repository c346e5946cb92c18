import type { LegacyEncoding } from '@groma/model';
import {
  Button,
  ChevronLeftIcon,
  ChevronRightIcon,
  DataGrid,
  EmptyState,
  FilterIcon,
  IconButton,
  NumberField,
  ProgressBar,
  SkeletonRows,
  useInterface,
  useNumberFormat,
  type GridColumn,
  type GridQuery,
} from '@groma/ui';
import { useEffect, useMemo, useState } from 'react';
import { errorText } from '../../../../platform/api.ts';
import { useText } from '../../../../platform/text.ts';
import { ButtonOfCommand } from '../../../../registry/command-button.tsx';
import type { PanelProps } from '../../../../registry/panel.ts';
import { EncodingChoice, InEncoding } from '../encoding-choice.tsx';
import { ViewerFailure, ViewerFrame, ViewerTools, type OpenedFile } from '../viewer-frame.tsx';
import type { ViewerParams } from '../viewer-params.ts';
import type { TableWindow } from '../window-calls.ts';
import { cellFormatOf, formatCell } from './cell-format.ts';
import { pageCount, pageRows } from './pages.ts';
import { TableSource, type SourceNews } from './table-source.ts';
import { useTableProgress, type TableProgress } from './use-table-progress.ts';
import './table-panel.css';

/** A CSV file of any size as a sortable, filterable grid: the Table Viewer (FIL-040). */
export function Panel({ params: { path } }: PanelProps<ViewerParams>) {
  const t = useText();
  return (
    <ViewerFrame path={path} badge={t('file.viewer.table')}>
      {(file) => (
        <InEncoding file={file}>{(read, onEncoding) => <Table file={read} onEncoding={onEncoding} />}</InEncoding>
      )}
    </ViewerFrame>
  );
}

interface TableProps {
  file: OpenedFile;
  onEncoding: (encoding: LegacyEncoding) => void;
}

function Table({ file, onEncoding }: TableProps) {
  const t = useText();
  const progress = useTableProgress(file, pageRows);
  const { first, error } = progress;
  if (error !== null)
    return <ViewerFailure title={t('file.viewer.tableFailed', { reason: errorText(error) })} error="" />;
  if (!first) return <SkeletonRows rows={12} withIcon={false} />;
  if (first.columns.length === 0) return <EmptyState title={t('file.viewer.empty')} />;
  return <Grid file={file} onEncoding={onEncoding} first={first} progress={progress} />;
}

const noQuery: GridQuery = { sort: [], filter: [] };

function Grid({ file, onEncoding, first, progress }: TableProps & { first: TableWindow; progress: TableProgress }) {
  const t = useText();
  const { locale } = useInterface();
  const [page, setPage] = useState(0);
  const [withFilters, setFilters] = useState(false);
  const [query, setQuery] = useState(noQuery);
  const [news, setNews] = useState<SourceNews | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [source] = useState(() => new TableSource(file, first, setNews));
  useEffect(() => () => source.cancel(), [source]);
  const columns = useMemo(() => gridColumns(first, locale), [first, locale]);
  const isAsked = query.sort.length > 0 || query.filter.length > 0;
  const rowCount = isAsked ? (news?.rowCount ?? 0) : progress.rowCount;
  const isWorking = isAsked && news?.isWorking !== false;
  const percent = isAsked ? (news?.percent ?? 0) : progress.percent;
  const cancel = () => {
    source.cancel();
    // Another key gives a grid that asks for nothing.
    setAttempt(attempt + 1);
    setQuery(noQuery);
    setPage(0);
    setNews(null);
  };
  return (
    <div className="table-viewer">
      <ViewerTools>
        <ButtonOfCommand id="map.import-file" argument={[{ path: file.path, isDir: false }]} />
        <ButtonOfCommand id="database.chart-file" argument={{ path: file.path }} />
        <ButtonOfCommand id="database.query-file" argument={{ path: file.path }} />
        <IconButton
          size="s"
          label={t('file.viewer.filters')}
          icon={<FilterIcon />}
          active={withFilters}
          onClick={() => setFilters(!withFilters)}
        />
      </ViewerTools>
      <DataGrid
        key={attempt}
        label={t('file.contentOf', { path: file.path })}
        columns={columns}
        rowId={(_, index) => String(index)}
        withFilters={withFilters}
        withFoot={false}
        firstRowNumber={page * pageRows + 1}
        rowCount={Math.min(pageRows, progress.rowCount)}
        refreshKey={page}
        getRows={(window) => source.read(page, window)}
        onQueryChange={(next) => {
          source.cancel();
          setNews(null);
          setQuery(next);
          setPage(0);
        }}
      />
      <div className="viewer-foot">
        <RowsByColumns rows={rowCount} columns={first.columns.length} />
        {(isWorking || !progress.isComplete) && (
          <div className="viewer-progress">
            <ProgressBar value={percent} label={t(isWorking ? 'file.viewer.working' : 'file.viewer.counting')} />
          </div>
        )}
        {isWorking && (
          <Button size="s" variant="quiet" onClick={cancel}>
            {t('file.viewer.cancel')}
          </Button>
        )}
        <span className="viewer-foot-end">
          {rowCount > pageRows && <Pager page={page} pages={pageCount(rowCount)} onPage={setPage} />}
          <EncodingChoice
            path={file.path}
            encoding={first.encoding}
            isGuessed={first.isEncodingGuessed}
            onEncoding={onEncoding}
          />
        </span>
      </div>
    </div>
  );
}

function RowsByColumns({ rows, columns }: { rows: number; columns: number }) {
  const t = useText();
  const number = useNumberFormat();
  return (
    <span role="status">{t('file.viewer.rowsByColumns', { n: number.format(rows), m: number.format(columns) })}</span>
  );
}

function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const t = useText();
  return (
    <nav className="table-pager" aria-label={t('file.viewer.pages')}>
      <IconButton
        size="s"
        label={t('file.viewer.previousPage')}
        icon={<ChevronLeftIcon />}
        disabledReason={page === 0 ? t('file.viewer.noPage') : undefined}
        onClick={() => onPage(page - 1)}
      />
      <NumberField
        size="s"
        aria-label={t('file.viewer.page')}
        value={page + 1}
        min={1}
        max={pages}
        onChange={(wanted) => {
          if (wanted !== null && wanted >= 1 && wanted <= pages) onPage(Math.trunc(wanted) - 1);
        }}
      />
      <span>{t('file.viewer.ofPages', { pages })}</span>
      <IconButton
        size="s"
        label={t('file.viewer.nextPage')}
        icon={<ChevronRightIcon />}
        disabledReason={page >= pages - 1 ? t('file.viewer.noPage') : undefined}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}

function gridColumns(first: TableWindow, locale: string): GridColumn[] {
  return first.columns.map((column, index) => {
    const format = cellFormatOf(
      column,
      first.rows.map((row) => row[index]),
    );
    const base: GridColumn = {
      id: String(index),
      name: column.name,
      type: column.type,
      width: widthOf(column.name, first, index),
    };
    return format === 'text' ? base : { ...base, render: (value) => formatCell(value, format, locale) };
  });
}

/** Wide enough for the header and what the first rows hold, within reason. */
function widthOf(name: string, first: TableWindow, index: number): number {
  const longest = first.rows.slice(0, 50).reduce((most, row) => Math.max(most, String(row[index] ?? '').length), 0);
  return Math.min(320, Math.max(name.length * 7 + 60, longest * 7 + 28, 80));
}
