import { CloudUploadIcon, ProgressBar } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { useLeaveQuestion } from '../../../platform/use-leave-question.ts';
import { openDrawer } from '../../../registry/drawer.ts';
import { isUnfinished, uploadStore } from './upload-store.ts';
import './upload-status.css';

/** The uploads together in the bottom bar, while there are any; leaving the page then asks first. */
export function UploadStatus() {
  const t = useText();
  const uploads = uploadStore((state) => state.uploads).filter(isUnfinished);
  const isBusy = uploads.length > 0;
  useLeaveQuestion(isBusy);
  if (!isBusy) return null;
  const bytes = uploads.reduce((sum, upload) => sum + upload.bytes, 0);
  const sent = uploads.reduce((sum, upload) => sum + upload.sent, 0);
  const label = t('file.uploadingCount', { count: uploads.length });
  return (
    <button type="button" className="upload-status" onClick={() => openDrawer('files')}>
      <CloudUploadIcon size={14} />{label}
      <ProgressBar value={bytes === 0 ? 0 : (sent / bytes) * 100} label={label} />
    </button>
  );
}
