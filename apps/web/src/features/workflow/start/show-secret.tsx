import { webhookSecretHeader } from '@groma/model';
import { Button, CopyButton, Dialog } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';

/** A webhook whose secret has just been made. */
interface NewSecret {
  path: string;
  secret: string;
}

/** Shows the secret of a webhook, which is not to be seen again. */
export function showSecret(made: NewSecret): void {
  openDialog((props) => <SecretDialog {...props} {...made} />);
}

function SecretDialog({ opened, onClose, path, secret }: DialogHostProps & NewSecret) {
  const t = useText();
  const address = location.origin + path;
  const call = `curl -X POST -H '${webhookSecretHeader}: ${secret}' -H 'content-type: application/json' -d '{}' ${address}`;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('workflow.secretTitle')}
      foot={
        <Button variant="primary" onClick={onClose}>
          {t('workflow.close')}
        </Button>
      }
    >
      <div className="workflow-fields">
        <p>{t('workflow.secretOnce')}</p>
        <div className="workflow-start-address">
          <code>{secret}</code>
          <CopyButton label={t('workflow.copySecret')} text={secret} />
        </div>
        <p>{t('workflow.secretUse', { header: webhookSecretHeader })}</p>
        <div className="workflow-start-address">
          <code>{call}</code>
          <CopyButton label={t('workflow.copyCall')} text={call} />
        </div>
      </div>
    </Dialog>
  );
}
