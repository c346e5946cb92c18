import { baseName, GromaError, type ErrorCode } from '@groma/model';
import { Button, EmptyState, ErrorState, FileTextIcon, Spinner } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useLiveDocument } from '../../../platform/live.ts';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import type { PanelApi, PanelProps } from '../../../registry/panel.ts';
import { LiveEditor } from './live-editor.tsx';
import { FileRoomLate, useFileRoom, useIsLate } from './use-file-room.ts';
import './editor.css';

/** A text file, edited together: first its room is asked for, then the text is brought in step, then it is shown. */
export function Panel({ params, api }: PanelProps<{ path?: string } | undefined>) {
  const t = useText();
  const projectId = useProject().id;
  const path = params?.path;
  const { data: room, error, refetch, isFetching } = useFileRoom(projectId, path);
  if (path === undefined) return <NoRoom onClose={api.close} />;
  if (room)
    return room.roomId === '' ? (
      <NoRoom onClose={api.close} />
    ) : (
      <Room key={room.roomId} room={room} projectId={projectId} path={path} api={api} />
    );
  if (!error || isFetching) return <Loading />;
  if (isCode(error, 'FILE_NOT_FOUND')) return <Gone path={path} onClose={api.close} />;
  const reason =
    error instanceof FileRoomLate
      ? t('file.editor.late')
      : isCode(error, 'FILE_NOT_TEXT')
        ? t('file.editor.noText', { name: baseName(path) })
        : t('file.loadFailed', { reason: errorText(error) });
  return (
    <ErrorState
      title={reason}
      onRetry={() => {
        void refetch();
      }}
      isRetrying={isFetching}
    />
  );
}

function isCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof GromaError && error.code === code;
}

interface RoomProps {
  room: { roomId: string; fileId: string };
  projectId: string;
  path: string;
  api: PanelApi;
}

function Room({ room, projectId, path, api }: RoomProps) {
  const t = useText();
  const live = useLiveDocument('file', room.roomId, path);
  const isSynced = live?.state.synced ?? false;
  // Once in step, the text stays through a loss of the connection: what is written meanwhile is sent when it is back.
  const [shown, setShown] = useState<string | null>(null);
  if (live && isSynced && shown !== live.doc.guid) setShown(live.doc.guid);
  const isShown = live !== null && (isSynced || shown === live.doc.guid);
  const [attempt, setAttempt] = useState(0);
  const isLate = useIsLate(isShown, attempt);
  if (live?.state.connection === 'refused') return <NoRoom onClose={api.close} />;
  if (live && isShown)
    return (
      <LiveEditor key={live.doc.guid} live={live} projectId={projectId} fileId={room.fileId} path={path} panel={api} />
    );
  return isLate ? (
    <ErrorState
      title={t('file.editor.late')}
      onRetry={() => {
        setAttempt(attempt + 1);
      }}
    />
  ) : (
    <Loading />
  );
}

/** What the spec has it say (SHL-027). */
function Loading() {
  const t = useText();
  return (
    <div className="file-editor-loading">
      <Spinner label={t('file.editor.loading')} />
      <p>{t('file.editor.loading')}</p>
    </div>
  );
}

/** Without a room nothing can be edited together (SHL-028). */
function NoRoom({ onClose }: { onClose(): void }) {
  const t = useText();
  return (
    <EmptyState
      icon={<FileTextIcon size={18} />}
      title={t('file.editor.noRoom')}
      action={
        <Button size="s" onClick={onClose}>
          {t('file.editor.close')}
        </Button>
      }
    >
      {t('file.editor.noRoomText')}
    </EmptyState>
  );
}

function Gone({ path, onClose }: { path: string; onClose(): void }) {
  const t = useText();
  return (
    <EmptyState
      icon={<FileTextIcon size={18} />}
      title={t('file.editor.notThere', { name: baseName(path) })}
      action={
        <Button size="s" onClick={onClose}>
          {t('file.editor.close')}
        </Button>
      }
    >
      {t('file.editor.notThereText')}
    </EmptyState>
  );
}
