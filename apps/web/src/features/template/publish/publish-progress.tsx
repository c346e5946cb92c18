import type { OwnTemplateReply } from '@groma/protocol';
import { Button, Dialog, Note, ProgressBar, toast, useNumberFormat, type DialogProps } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { stopPublishing, type NamedPublishable } from './publication-calls.ts';
import { PublishedLinks } from './published-links.tsx';
import { forgetPublishing, type Publishing } from './publishing-store.ts';

interface PublishProgressProps {
  dialog: Pick<DialogProps, 'opened' | 'onClose' | 'title' | 'size'>;
  thing: NamedPublishable;
  publishing: Publishing;
  found: OwnTemplateReply | null;
}

/** How far the publishing is; at its end where it is found, or why it failed. */
export function PublishProgress({ dialog, thing, publishing, found }: PublishProgressProps) {
  const t = useText();
  const { status, version, failure } = publishing;
  const close = () => {
    dialog.onClose();
    if (status !== 'running') forgetPublishing(thing);
  };
  return (
    <Dialog
      {...dialog}
      onClose={close}
      foot={
        <>
          {status === 'running' && <StopButton operationId={publishing.operationId} />}
          {status !== 'running' && (
            <Button onClick={() => forgetPublishing(thing)}>{t('template.progress.backToForm')}</Button>
          )}
          <Button variant={status === 'completed' ? 'primary' : 'default'} onClick={close}>
            {t('template.close')}
          </Button>
        </>
      }
    >
      {status === 'running' && <Running publishing={publishing} />}
      {status === 'completed' && <Note kind="success">{t('template.progress.published', { version })}</Note>}
      {status === 'completed' && found && <PublishedLinks found={found} />}
      {status === 'canceled' && <Note>{t('template.progress.canceled', { version })}</Note>}
      {status === 'failed' && <Note kind="error">{failure || t('template.progress.failed')}</Note>}
    </Dialog>
  );
}

function Running({ publishing: { progress, step, version } }: { publishing: Publishing }) {
  const t = useText();
  const number = useNumberFormat();
  const label = t('template.progress.publishing', { version });
  return (
    <>
      <p role="status">{label}</p>
      <ProgressBar value={progress} label={label} />
      <p className="publish-note">
        {number.format(Math.round(progress))} %{step !== null && step !== '' && ` · ${step}`}
      </p>
      <p className="publish-note">{t('template.progress.mayClose')}</p>
    </>
  );
}

function StopButton({ operationId }: { operationId: string }) {
  const t = useText();
  const [isStopping, setStopping] = useState(false);
  const stop = async () => {
    setStopping(true);
    await stopPublishing(operationId).catch((error: unknown) => {
      toast.error(errorText(error));
      setStopping(false);
    });
  };
  return (
    <Button
      loading={isStopping}
      onClick={() => {
        void stop();
      }}
    >
      {t('template.progress.stop')}
    </Button>
  );
}
