import { fileSizeText } from '../../../platform/file-size.ts';
import {
  Button,
  ChevronDownIcon,
  ChevronUpIcon,
  IconButton,
  PlayerPauseIcon,
  PlayerPlayIcon,
  ProgressBar,
  XIcon,
} from '@groma/ui';
import { useState } from 'react';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { downloadStore } from './download-store.ts';
import { DownloadRow, UploadRow } from './transfer-row.tsx';
import { TimeLeft } from './time-left.tsx';
import { cancelAll, pauseAll, resumeAll } from './upload-queue.ts';
import { dropUploads, sumUploads, uploadStore, type Upload, type UploadState } from './upload-store.ts';
import './transfer-list.css';

/** Rows drawn at once; of thousands of files the person sees those that matter first. */
const mostRows = 60;
const rank: Record<UploadState, number> = {
  asking: 0,
  lost: 1,
  failed: 2,
  refused: 2,
  sending: 3,
  paused: 4,
  waiting: 5,
  done: 6,
};

/** What is on its way to the project and from it, at the foot of the Files drawer. */
export function TransferList() {
  const t = useText();
  const projectId = useProject().id;
  const uploads = uploadStore((state) => state.uploads).filter((upload) => upload.projectId === projectId);
  const downloads = downloadStore((state) => state.downloads).filter((download) => download.projectId === projectId);
  const [isFolded, setFolded] = useState(false);
  if (uploads.length === 0 && downloads.length === 0) return null;
  const shown = uploads.toSorted((one, other) => rank[one.state] - rank[other.state]).slice(0, mostRows);
  return (
    <section className="transfer-list" aria-label={t('file.transfer.label')}>
      {uploads.length > 0 && (
        <UploadHead uploads={uploads} projectId={projectId} isFolded={isFolded} onFold={() => setFolded(!isFolded)} />
      )}
      {!isFolded && (
        <ul>
          {downloads.map((download) => (
            <DownloadRow key={download.id} download={download} />
          ))}
          {shown.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
          {uploads.length > shown.length && (
            <li className="transfer-more">{t('file.transfer.more', { count: uploads.length - shown.length })}</li>
          )}
        </ul>
      )}
    </section>
  );
}

interface UploadHeadProps {
  uploads: readonly Upload[];
  projectId: string;
  isFolded: boolean;
  onFold: () => void;
}

function UploadHead({ uploads, projectId, isFolded, onFold }: UploadHeadProps) {
  const t = useText();
  const sum = sumUploads(uploads);
  const isMoving = uploads.some(({ state }) => state === 'sending' || state === 'waiting');
  const isPaused = uploads.some(({ state }) => state === 'paused');
  const clear = () =>
    dropUploads(({ projectId: of, state }) => of === projectId && (state === 'done' || state === 'refused'));
  return (
    <>
      <div className="transfer-head">
        <b role="status">{t('file.upload.doneOf', { done: sum.done, all: sum.count })}</b>
        {isMoving && (
          <IconButton
            size="s"
            label={t('file.upload.pauseAll')}
            icon={<PlayerPauseIcon size={14} />}
            onClick={() => pauseAll(projectId)}
          />
        )}
        {isPaused && (
          <IconButton
            size="s"
            label={t('file.upload.resumeAll')}
            icon={<PlayerPlayIcon size={14} />}
            onClick={() => resumeAll(projectId)}
          />
        )}
        {sum.active > 1 && (
          <IconButton
            size="s"
            label={t('file.upload.cancelAll')}
            icon={<XIcon size={14} />}
            onClick={() => cancelAll(projectId)}
          />
        )}
        {sum.active === 0 && (
          <Button size="s" variant="quiet" onClick={clear}>
            {t('file.upload.clear')}
          </Button>
        )}
        <IconButton
          size="s"
          label={t(isFolded ? 'file.transfer.unfold' : 'file.transfer.fold')}
          icon={isFolded ? <ChevronUpIcon size={14} /> : <ChevronDownIcon size={14} />}
          onClick={onFold}
        />
      </div>
      {sum.active > 0 && (
        <div className="transfer-sum">
          <ProgressBar value={sum.bytes === 0 ? 0 : (sum.sent / sum.bytes) * 100} label={t('file.upload.overall')} />
          <small>
            {t('file.upload.sentOf', { sent: fileSizeText(sum.sent), bytes: fileSizeText(sum.bytes) })}
            {isMoving && <TimeLeft sent={sum.sent} bytes={sum.bytes} />}
          </small>
        </div>
      )}
    </>
  );
}
