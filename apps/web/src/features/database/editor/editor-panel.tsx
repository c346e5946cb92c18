import {
  Button,
  ErrorState,
  FilterIcon,
  IconButton,
  Note,
  RefreshIcon,
  ResizeHandle,
  SkeletonRows,
  toast,
  useInterface,
} from '@groma/ui';
import type { DatabaseReply } from '@groma/protocol';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useCan, useProject, useSession } from '../../../platform/session.ts';
import { createStored } from '../../../platform/stored.ts';
import { useText } from '../../../platform/text.ts';
import type { PanelProps } from '../../../registry/panel.ts';
import { AssistantBar } from '../assistant/assistant-bar.tsx';
import { ConnectionStatus } from '../connection/connection-mark.tsx';
import { databaseItem, refreshSchema, useDatabases } from '../database-calls.ts';
import { takesKeyboard, type EditorParams } from '../database-panels.ts';
import { EditorHistory } from '../history/editor-history.tsx';
import type { RowQuery } from '../result/result-rows.ts';
import { editorHeight, editorShare, resultGridHeight } from '../sizes.ts';
import { durationText } from './duration.ts';
import { Elapsed } from './elapsed.tsx';
import { ExecuteBar } from './execute-bar.tsx';
import { GoneDatabase } from './gone-database.tsx';
import type { DraftKeeper } from './kept-drafts.ts';
import { LeftDrafts } from './left-drafts.tsx';
import { offerQueryTool } from './offer-query-tool.tsx';
import { ParameterRow } from './parameter-row.tsx';
import { ResultActions } from './result-actions.tsx';
import { ResultTabs } from './result-tabs.tsx';
import { ResultView } from './result-view.tsx';
import { SqlEditor } from './sql-editor.tsx';
import { useOpenedDraft } from './use-drafts.ts';
import { useEditor } from './use-editor.ts';
import './editor-panel.css';

/** Of this browser: how high the SQL is, and whether the history is beside it. */
const useLayout = createStored('groma.sql-editor', { height: 180, isHistoryShown: true });
const noQuery: RowQuery = { sort: [], filter: [] };

/** The SQL editor of a database (SHL-015). */
export function Panel({ params, api }: PanelProps<EditorParams>) {
  const t = useText();
  const { id: projectId } = useProject();
  const { data, error, refetch, isRefetching } = useDatabases(projectId);
  const database = data?.find(({ id }) => id === params.databaseId);
  const name = database?.name;
  useEffect(() => {
    if (name !== undefined) api.setTitle(name);
  }, [name, api]);
  if (database) return <Editor key={database.id} database={database} />;
  if (data) return <GoneDatabase databaseId={params.databaseId} name={params.name} />;
  if (error)
    return (
      <ErrorState
        title={t('database.listFailed')}
        onRetry={() => {
          void refetch();
        }}
        isRetrying={isRefetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  return <SkeletonRows rows={8} withIcon={false} />;
}

function Editor({ database }: { database: DatabaseReply }) {
  const keeper = useOpenedDraft(useSession().id, database.id);
  return keeper ? <OpenedEditor database={database} keeper={keeper} /> : <SkeletonRows rows={8} withIcon={false} />;
}

function OpenedEditor({ database, keeper }: { database: DatabaseReply; keeper: DraftKeeper }) {
  const t = useText();
  const { id: projectId } = useProject();
  const mayOffer = useCan('update', 'database');
  const editor = useEditor(database, keeper);
  const { height, isHistoryShown } = useLayout();
  const windowHeight = useWindowHeight();
  const [withFilters, setFilters] = useState(false);
  const [rowQuery, setRowQuery] = useState(noQuery);
  const { session, shown, result, schema } = editor;
  const item = databaseItem(database, schema, true);
  const panel = useRef<HTMLElement>(null);
  const isNarrow = useNarrow(panel);
  const [isHistoryOver, setHistoryOver] = useState(false);
  // Where there is no room beside the rows the history lies over them, and only when it is asked for.
  const withHistory = editor.mayExecute && (isNarrow ? isHistoryOver : isHistoryShown);
  const toggleHistory = () => {
    if (isNarrow) setHistoryOver(!isHistoryOver);
    else useLayout.setState({ isHistoryShown: !isHistoryShown });
  };
  const setHeight = (wished: number) => useLayout.setState({ height: editorHeight(wished, windowHeight) });
  const refresh = () => {
    void refreshSchema(database.id);
  };
  return (
    <section
      ref={panel}
      className="sql-panel"
      data-narrow={isNarrow || undefined}
      aria-label={t('database.editorOf', { name: database.name })}
    >
      <div className="sql-main">
        {editor.draft && editor.mayExecute && <AssistantBar key={database.id} draft={editor.draft} />}
        {!editor.mayExecute && <Note kind="info">{t('database.mayNotExecute')}</Note>}
        {!editor.drafts.isKept && <Note kind="warning">{t('database.draft.notKept')}</Note>}
        {editor.drafts.left.length > 0 && editor.mayExecute && (
          <LeftDrafts drafts={editor.drafts.left} onOpen={editor.openLeft} onDiscard={editor.drafts.discard} />
        )}
        <div className="sql-text" style={{ blockSize: editorHeight(height, windowHeight) }}>
          <SqlEditor
            initialText={editor.initialText}
            dialect={editor.dialect}
            tables={editor.tables}
            functions={editor.functions}
            label={t('database.sqlOf', { name: database.name })}
            hint={t('database.sqlHint')}
            isReadOnly={!editor.mayExecute}
            errors={editor.errors}
            onChange={editor.takeText}
            onRun={editor.execute}
            onRunCurrent={editor.executeCurrent}
            onFormat={editor.format}
            onView={(view) => {
              editor.takeView(view);
              if (view && takesKeyboard(database.id)) view.focus();
            }}
          />
          <ResizeHandle
            label={t('database.resizeSql')}
            orientation="horizontal"
            edge="end"
            size={editorHeight(height, windowHeight)}
            min={Math.round(windowHeight * editorShare.least)}
            max={Math.round(windowHeight * editorShare.most)}
            onResize={setHeight}
            defaultSize={180}
          />
        </div>
        <ParameterRow
          names={editor.names}
          values={editor.parameters}
          onChange={editor.setParameter}
          onExecute={editor.execute}
        />
        <ExecuteBar
          isExecuting={editor.isExecuting}
          refusal={editor.refusal}
          isHistoryShown={withHistory}
          mayWrite={editor.mayExecute}
          onExecute={editor.execute}
          onExecuteCurrent={editor.executeCurrent}
          onExecuteAll={editor.executeAll}
          onOffer={
            mayOffer && editor.text.trim() !== ''
              ? () => {
                  void offerQueryTool({
                    projectId,
                    database,
                    query: editor.text,
                    values: editor.parameters,
                  }).catch((error: unknown) => toast.error(errorText(error)));
                }
              : undefined
          }
          onStop={() => session.stop()}
          onFormat={editor.format}
          onHistory={toggleHistory}
          end={
            <>
              {result?.isHeld && (
                <IconButton
                  label={t('database.filters')}
                  icon={<FilterIcon />}
                  active={withFilters}
                  disabledReason={result.status === 'executing' ? t('database.isExecuting') : undefined}
                  onClick={() => setFilters(!withFilters)}
                />
              )}
              <ResultActions database={database} session={session} result={result} query={rowQuery} />
            </>
          }
        >
          <ConnectionStatus item={item} />
          {schema.isError && (
            <Button size="s" icon={<RefreshIcon size={14} />} loading={schema.isFetching} onClick={refresh}>
              {t('database.retryConnection')}
            </Button>
          )}
          {editor.isExecuting && shown?.status === 'executing' && <Elapsed since={shown.timestamp} />}
          <Summary editor={editor} />
        </ExecuteBar>
        {schema.isError && (
          <Note kind="error">{schemaFailure(t('database.schemaFailed'), errorText(schema.error))}</Note>
        )}
        <ResultTabs
          runs={shown?.results ?? []}
          shownId={result?.id ?? null}
          onShow={(id) => {
            if (shown) session.show(shown, id);
          }}
        />
        <div
          className="sql-result"
          role="group"
          aria-label={t('database.results')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
          tabIndex={result?.columns ? undefined : 0}
          style={{ flexBasis: resultGridHeight }}
          aria-busy={editor.isExecuting}
        >
          <ResultView
            session={session}
            run={shown}
            result={result}
            withFilters={withFilters}
            hint={t(editor.mayExecute ? 'database.noResultHint' : 'database.mayNotExecute')}
            onQueryChange={setRowQuery}
          />
        </div>
      </div>
      {withHistory && <EditorHistory database={database} editor={editor} onClose={toggleHistory} />}
    </section>
  );
}

/** The words of the specification (DBS-065), and what the database said besides. */
function schemaFailure(words: string, reason: string): string {
  return reason === '' || reason.startsWith(words) ? reason || words : `${words}: ${reason}`;
}

/** How many rows came in what time. */
function Summary({ editor: { result } }: { editor: ReturnType<typeof useEditor> }) {
  const t = useText();
  const { locale } = useInterface();
  if (!result?.columns) return null;
  const count = t('database.rowCount', { count: result.rows });
  return (
    <span className="sql-summary" role="status">
      {result.milliseconds === null ? (
        <b>{count}</b>
      ) : (
        <>
          <b>{count}</b> {t('database.inTime', { time: durationText(result.milliseconds, locale) })}
        </>
      )}
    </span>
  );
}

const narrowWidth = 720;

function useNarrow(panel: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      // A panel behind another tab has no width.
      if (entry && entry.contentRect.width > 0) setNarrow(entry.contentRect.width < narrowWidth);
    });
    if (panel.current) observer.observe(panel.current);
    return () => observer.disconnect();
  }, [panel]);
  return isNarrow;
}

function useWindowHeight(): number {
  const [height, setHeight] = useState(innerHeight);
  useEffect(() => {
    const take = () => setHeight(innerHeight);
    addEventListener('resize', take);
    return () => removeEventListener('resize', take);
  }, []);
  return height;
}
