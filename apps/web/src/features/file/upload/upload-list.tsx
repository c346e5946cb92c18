import { Button, CircleCheckIcon, CircleXIcon, CloudUploadIcon, IconButton, ProgressBar, Truncated, useInterface, XIcon } from '@groma/ui';
import { formatFileSize } from '@groma/model';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { clearDone, removeUpload, replaceByUpload, retryUpload, uploadStore, type Upload } from './upload-store.ts';
import './upload-list.css';

/** What is being uploaded into this project, at the foot of the Files drawer. */
export function UploadList() {
  const t = useText();
  const projectId = useProject().id;
  const all = uploadStore((state) => state.uploads);
  const uploads = all.filter((upload) => upload.projectId === projectId);
  if (uploads.length === 0) return null;
  const done = uploads.filter(({ state }) => state === 'done').length;
  return (
    <section className="upload-list" aria-label={t('file.uploads')}>
      <div className="upload-list-head">
        <b>{t('file.uploadedOf', { done, all: uploads.length })}</b>
        {done > 0 && <Button size="s" variant="quiet" onClick={clearDone}>{t('file.clearDone')}</Button>}
      </div>
      <ul>{uploads.map((upload) => <UploadRow key={upload.id} upload={upload} />)}</ul>
    </section>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const t = useText();
  const { id, name, bytes, sent, state, failure } = upload;
  const percent = bytes === 0 ? 0 : (sent / bytes) * 100;
  const isOver = state === 'done' || state === 'failed' || state === 'exists';
  return (
    <li data-state={state}>
      <div className="upload-row">
        <StateIcon state={state} />
        <span className="upload-name"><Truncated text={name} /></span>
        <Amount upload={upload} />
        <IconButton size="s" label={t(isOver ? 'file.dismissUpload' : 'file.cancelUpload', { name })} icon={<XIcon size={14} />} onClick={() => removeUpload(id)} />
      </div>
      {state === 'sending' && <ProgressBar value={percent} label={t('file.uploading', { name })} />}
      {failure !== undefined && isOver && (
        <div className="upload-failure" role="alert">
          <span>{failure}</span>
          {state === 'exists' ? <Button size="s" onClick={() => replaceByUpload(id)}>{t('file.replace')}</Button> : <Button size="s" onClick={() => retryUpload(id)}>{t('file.retry')}</Button>}
        </div>
      )}
    </li>
  );
}

function StateIcon({ state }: { state: Upload['state'] }) {
  if (state === 'done') return <CircleCheckIcon />;
  if (state === 'failed' || state === 'exists') return <CircleXIcon />;
  return <CloudUploadIcon />;
}

function Amount({ upload: { bytes, sent, state } }: { upload: Upload }) {
  const { locale } = useInterface();
  if (state !== 'sending' || bytes === 0) return <small>{formatFileSize(bytes)}</small>;
  return <small>{new Intl.NumberFormat(locale, { style: 'percent' }).format(sent / bytes)}</small>;
}
