import { ErrorState, toast } from '@groma/ui';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { elementPicture } from '../../platform/element-picture.ts';
import { useLiveDocument, type LiveDocument } from '../../platform/live.ts';
import { isOpenToEdits, useOutage } from '../../platform/outage.ts';
import { useReturningFocus } from '../../platform/return-focus.ts';
import { useCan, useProject } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { lendPanelPicture } from '../../registry/panel-picture.ts';
import type { PanelApi, PanelProps } from '../../registry/panel.ts';
import { kernelQuestions } from './assist/kernel-question.ts';
import { CellHosts } from './cell/cell-hosts.ts';
import { CellViews } from './block/cell-views.ts';
import { cursorField, type CursorField } from './block/cursor-field.ts';
import { useIsRunning } from './cell/use-cell.ts';
import { CommentSidebar } from './comment/comment-sidebar.tsx';
import { useComments } from './comment/use-comments.ts';
import type { NotebookPanelParams } from './notebooks/notebook-actions.ts';
import { useNotebooks } from './notebooks/notebook-list.ts';
import { BlocksView } from './assemble-blocks.tsx';
import type { Notebook } from './block/notebook-context.ts';
import type { CodeOfBlock } from './run/room-calls.ts';
import { lendNotebook } from './run/open-notebooks.ts';
import { createFindStore, lendFind } from './find/find-store.ts';
import { createOutlineStore, lendOutline } from './outline/outline-store.ts';
import { Outline } from './outline/outline.tsx';
import { useRuns, type Runs } from './run/use-runs.ts';
import { ConnectionNotice, NotebookGone, NotebookSkeleton } from './panel/notebook-absent.tsx';
import { KernelNotice } from './run/kernel-notice.tsx';
import { NotebookBar } from './assemble-bar.tsx';
import './panel/panel.css';

/** A panel that does not say which notebook it shows can show none (SHL-029). */
export function Panel({ params, api }: PanelProps<NotebookPanelParams | null>) {
  const t = useText();
  if (!params?.notebookId) return <ErrorState title={t('notebook.noData')}>{t('notebook.noDataText')}</ErrorState>;
  return <NotebookPanel notebookId={params.notebookId} api={api} />;
}

/** A notebook: its bar, and its blocks once they are in step with the server. */
function NotebookPanel({ notebookId, api }: { notebookId: string; api: PanelApi }) {
  const project = useProject();
  const name = useNotebooks(project.id).data?.find(({ id }) => id === notebookId)?.name;
  const live = useLiveDocument('main', notebookId, name);
  useEffect(() => {
    if (name !== undefined) api.setTitle(name);
  }, [name, api]);
  if (!live)
    return (
      <div className="notebook">
        <NotebookSkeleton />
      </div>
    );
  if (live.state.connection === 'refused') return <NotebookGone refusal={live.state.refusal} onClose={api.close} />;
  return (
    <LiveNotebook key={live.doc.guid} live={live} notebookId={notebookId} name={name ?? ''} projectId={project.id} />
  );
}

interface LiveNotebookProps {
  live: LiveDocument;
  notebookId: string;
  name: string;
  projectId: string;
}

function LiveNotebook({ live, notebookId, name, projectId }: LiveNotebookProps) {
  const { doc, state, connection } = live;
  const mayUpdate = useCan('update', 'notebook');
  const outage = useOutage(state.lostAt);
  const isEditable = mayUpdate && isOpenToEdits(state, outage);
  const isReader = !mayUpdate || !state.canWrite;
  const runs = useRuns(projectId, notebookId);
  const isRunning = useIsRunning(doc);
  const cursors = useCursors(connection.awareness);
  // Made once in step, and shown from then on, with its undo and its places, whatever becomes of the connection
  // (NBK-020, NBK-021, SHL-120).
  const [wasSynced, setWasSynced] = useState(state.synced);
  if (state.synced && !wasSynced) setWasSynced(true);
  const body = useRef<HTMLDivElement>(null);
  useReturningFocus(body, outage === 'long');
  useEffect(() => lendPanelPicture('notebook', notebookId, () => pictureOfNotebook(body.current)), [notebookId]);
  useRefusalNotice(state.refusal);
  const { hasKernel } = runs.machine;
  const questions = useMemo(
    () => kernelQuestions(projectId, notebookId, hasKernel),
    [projectId, notebookId, hasKernel],
  );
  const outline = useMemo(() => createOutlineStore(), []);
  useEffect(() => lendOutline(notebookId, outline), [notebookId, outline]);
  const find = useMemo(() => createFindStore(), []);
  useEffect(() => lendFind(notebookId, find), [notebookId, find]);
  const comments = useComments(notebookId, projectId, live);
  const { hosts, views } = useMemo(() => cellsOf(doc), [doc]);
  const notebook = useNotebookOf(
    live,
    notebookId,
    { isEditable, isPaused: outage === 'long' && !isReader && state.refusal === null },
    runs,
    cursors.code,
    views,
  );
  const readCode = useRef<() => CodeOfBlock[]>(() => []);
  const onReady = useCallback((read: () => CodeOfBlock[]) => {
    readCode.current = read;
  }, []);
  useEffect(
    () =>
      lendNotebook(notebookId, {
        runs,
        runAll: () => {
          void runs.runAll(readCode.current());
        },
      }),
    [notebookId, runs],
  );
  return (
    <div className="notebook">
      <NotebookBar
        notebookId={notebookId}
        projectId={projectId}
        name={name}
        live={live}
        runs={runs}
        comments={comments}
        outline={outline}
        isRunning={isRunning}
        isEditable={isEditable}
      />
      <KernelNotice notebookId={notebookId} machine={runs.machine} />
      <ConnectionNotice state={state} outage={outage} wasSynced={wasSynced} />
      {!wasSynced && <NotebookSkeleton />}
      {wasSynced && (
        <div ref={body} className="notebook-body">
          <Outline store={outline} />
          <div className="notebook-scroll">
            <article className="notebook-column" data-readonly={isReader || undefined}>
              <BlocksView
                notebook={notebook}
                hosts={hosts}
                comments={comments}
                outline={outline}
                find={find}
                questions={questions}
                textCursors={cursors.text}
                onReady={onReady}
              />
            </article>
          </div>
          <CommentSidebar comments={comments} />
        </div>
      )}
    </div>
  );
}

interface Cursors {
  text: CursorField;
  code: CursorField;
}

/** As wide as a page, and as high as a card of the hub shows it. */
async function pictureOfNotebook(body: HTMLElement | null): Promise<Blob | null> {
  const column = body?.querySelector<HTMLElement>('.notebook-column');
  return column ? elementPicture(column, column.clientWidth * 0.625) : null;
}

/** The cursors of the two editors a notebook is made of; they live as long as the connection. */
function useCursors(awareness: LiveDocument['connection']['awareness']): Cursors {
  const cursors = useMemo(
    () => ({ text: cursorField(awareness, 'cursor'), code: cursorField(awareness, 'codeCursor') }),
    [awareness],
  );
  useEffect(
    () => () => {
      cursors.text.close();
      cursors.code.close();
    },
    [cursors],
  );
  return cursors;
}

/** The places of the code blocks, and their editors. */
function cellsOf(doc: LiveDocument['doc']): { hosts: CellHosts; views: CellViews } {
  const hosts = new CellHosts(doc);
  return { hosts, views: new CellViews((blockId) => hosts.bring(blockId)) };
}

function useNotebookOf(
  { doc }: LiveDocument,
  id: string,
  { isEditable, isPaused }: Pick<Notebook, 'isEditable' | 'isPaused'>,
  runs: Runs,
  codeCursors: CursorField,
  views: CellViews,
): Notebook {
  const { preparing, run, runAll, stop, endKernel, clear, answer } = runs;
  const isCreatingKernel = preparing !== null;
  const { hasKernel } = runs.machine;
  return useMemo(
    () => ({
      id,
      doc,
      isEditable,
      isPaused,
      isCreatingKernel,
      hasKernel,
      codeCursors,
      views,
      run: (blockId: string, code: string) => run({ blockId, code }),
      runAll,
      stop,
      endKernel,
      clear,
      answer,
    }),
    [
      id,
      doc,
      isEditable,
      isPaused,
      isCreatingKernel,
      hasKernel,
      codeCursors,
      views,
      run,
      runAll,
      stop,
      endKernel,
      clear,
      answer,
    ],
  );
}

/** An edit the server did not take is said, once. */
function useRefusalNotice(refusal: string | null): void {
  const t = useText();
  useEffect(() => {
    if (refusal)
      toast.error(t(refusal === 'DISK_FULL' ? 'notebook.diskFull' : 'notebook.editRefused'), { id: 'edit-refused' });
  }, [refusal, t]);
}
