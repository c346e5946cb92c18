import { fileDrive } from '@groma/protocol';
import { Button, CopyButton, Dialog } from '@groma/ui';
import { Link } from '../../../platform/link.tsx';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import './drive-dialog.css';

/** Shows how the files of the project become a network drive of a computer. */
export function openDriveDialog(): void {
  openDialog(DriveDialog);
}

function DriveDialog({ opened, onClose }: DialogHostProps) {
  const t = useText();
  const address = location.origin + fileDrive.drivePath(useProject().id);
  const isPlain = location.protocol === 'http:';
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('file.drive.title')}
      foot={<Button onClick={onClose}>{t('file.details.close')}</Button>}
    >
      <div className="file-drive">
        <p>{t('file.drive.text')}</p>
        <div className="file-drive-address">
          <code>{address}</code>
          <CopyButton size="s" label={t('file.drive.copy')} text={address} />
        </div>
        <ul>
          <li>
            {t('file.drive.windows')} {isPlain && t('file.drive.plain')}
          </li>
          <li>{t('file.drive.mac')}</li>
          <li>{t('file.drive.linux', { address: address.replace(/^http/, 'dav') })}</li>
        </ul>
        <p>
          {t('file.drive.signIn')} <Link href="/dashboard/account">{t('file.drive.tokens')}</Link>
        </p>
      </div>
    </Dialog>
  );
}
