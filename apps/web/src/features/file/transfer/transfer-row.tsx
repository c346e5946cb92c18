import { fileSizeText } from '../../../platform/file-size.ts';
import {
  AlertTriangleIcon,
  Button,
  CircleCheckIcon,
  CircleXIcon,
  ClockIcon,
  CloudOffIcon,
  CloudUploadIcon,
  DownloadIcon,
  HelpIcon,
  IconButton,
  PlayerPauseIcon,
  PlayerPlayIcon,
  ProgressBar,
  toast,
  Truncated,
  useInterface,
  XIcon,
  type Icon,
} from '@groma/ui';
import { createElement } from 'react';
import { useText } from '../../../platform/text.ts';
import { retryDownload, stopDownload } from './download-zip.ts';
import type { Download } from './download-store.ts';
import { chooseFiles } from '../../../platform/dropped-files.ts';
import { giveFile, pauseUpload, removeUpload, resumeUpload } from './upload-queue.ts';
import type { Upload, UploadState } from './upload-store.ts';

const icons: Record<UploadState, Icon> = {
  waiting: ClockIcon,
  sending: CloudUploadIcon,
  paused: PlayerPauseIcon,
  asking: HelpIcon,
  done: CircleCheckIcon,
  failed: CircleXIcon,
  refused: CircleXIcon,
  lost: AlertTriangleIcon,
};

/** One file on its way to the project. */
export function UploadRow({ upload }: { upload: Upload }) {
  const t = useText();
  const { id, name, path, bytes, sent, state, failure, isOffline } = upload;
  const isOver = state === 'done' || state === 'failed' || state === 'refused';
  const chooseAgain = async () => {
    const {
      files: [chosen],
    } = await chooseFiles();
    if (chosen && !giveFile(id, chosen.file)) toast.error(t('file.upload.anotherFile', { name }));
  };
  return (
    <li data-state={state}>
      <div className="transfer-row">
        {createElement(isOffline ? CloudOffIcon : icons[state])}
        <span className="transfer-name">
          <Truncated text={path.slice(path.lastIndexOf('/') + 1)} />
        </span>
        <Amount bytes={bytes} sent={sent} isMoving={state === 'sending' || state === 'paused'} />
        {(state === 'sending' || state === 'waiting') && (
          <IconButton
            size="s"
            label={t('file.upload.pause', { name })}
            icon={<PlayerPauseIcon size={14} />}
            onClick={() => pauseUpload(id)}
          />
        )}
        {state === 'paused' && (
          <IconButton
            size="s"
            label={t('file.upload.resume', { name })}
            icon={<PlayerPlayIcon size={14} />}
            onClick={() => resumeUpload(id)}
          />
        )}
        <IconButton
          size="s"
          label={t(isOver ? 'file.upload.dismiss' : 'file.upload.cancel', { name })}
          icon={<XIcon size={14} />}
          onClick={() => removeUpload(id)}
        />
      </div>
      {(state === 'sending' || state === 'paused') && (
        <ProgressBar
          tone={isOffline || state === 'paused' ? 'amber' : 'accent'}
          value={bytes === 0 ? 0 : (sent / bytes) * 100}
          label={t('file.upload.uploading', { name })}
        />
      )}
      {isOffline && (
        <p className="transfer-note" role="status">
          {t('file.upload.offline')}
        </p>
      )}
      {state === 'asking' && <p className="transfer-note">{t('file.upload.asking')}</p>}
      {state === 'lost' && (
        <div className="transfer-note">
          <span>{t('file.upload.lost', { sent: fileSizeText(sent) })}</span>
          <Button
            size="s"
            onClick={() => {
              void chooseAgain();
            }}
          >
            {t('file.upload.chooseAgain')}
          </Button>
        </div>
      )}
      {failure !== undefined && isOver && (
        <div className="transfer-failure" role="alert">
          <span>{failure}</span>
          {state === 'failed' && (
            <Button size="s" onClick={() => resumeUpload(id)}>
              {t('file.retry')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** A zip on its way from the project. */
export function DownloadRow({ download: { id, name, bytes, received, state, failure } }: { download: Download }) {
  const t = useText();
  return (
    <li data-state={state}>
      <div className="transfer-row">
        <DownloadIcon />
        <span className="transfer-name">
          <Truncated text={name} />
        </span>
        <Amount bytes={bytes} sent={received} isMoving={state === 'receiving'} />
        <IconButton
          size="s"
          label={t(state === 'failed' ? 'file.upload.dismiss' : 'file.zip.cancel', { name })}
          icon={<XIcon size={14} />}
          onClick={() => stopDownload(id)}
        />
      </div>
      {state === 'receiving' && (
        <ProgressBar
          value={bytes === 0 ? undefined : (received / bytes) * 100}
          label={t('file.zip.running', { name })}
        />
      )}
      {failure !== undefined && (
        <div className="transfer-failure" role="alert">
          <span>{failure}</span>
          <Button size="s" onClick={() => retryDownload(id)}>
            {t('file.retry')}
          </Button>
        </div>
      )}
    </li>
  );
}

function Amount({ bytes, sent, isMoving }: { bytes: number; sent: number; isMoving: boolean }) {
  const { locale } = useInterface();
  if (!isMoving || bytes === 0) return <small>{fileSizeText(bytes)}</small>;
  return <small>{new Intl.NumberFormat(locale, { style: 'percent' }).format(sent / bytes)}</small>;
}
