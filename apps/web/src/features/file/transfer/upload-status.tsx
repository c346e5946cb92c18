import { CloudUploadIcon, ProgressBar } from '@groma/ui';
import { useEffect } from 'react';
import { useText } from '../../../platform/text.ts';
import { useLeaveQuestion } from '../../../platform/use-leave-question.ts';
import { openDrawer } from '../../../registry/drawer.ts';
import { keepUploads } from './kept-uploads.ts';
import { isUnfinished, sumUploads, uploadStore } from './upload-store.ts';
import './upload-status.css';

/** The uploads together in the bottom bar, while there are any; leaving the page then asks first. */
export function UploadStatus() {
  const t = useText();
  const uploads = uploadStore((state) => state.uploads).filter(isUnfinished);
  const isBusy = uploads.length > 0;
  useEffect(keepUploads, []);
  useLeaveQuestion(isBusy);
  if (!isBusy) return null;
  const { bytes, sent } = sumUploads(uploads);
  const isPaused = uploads.every(({ state }) => state === 'paused');
  const label = t(isPaused ? 'file.upload.pausedCount' : 'file.upload.uploadingCount', { count: uploads.length });
  return (
    <button type="button" className="upload-status" onClick={() => openDrawer('files')}>
      <CloudUploadIcon size={14} />
      {label}
      <ProgressBar value={bytes === 0 ? 0 : (sent / bytes) * 100} tone={isPaused ? 'amber' : 'accent'} label={label} />
    </button>
  );
}
