import { file, type ImportLeftOut } from '@groma/protocol';
import { Button, Dialog, Note } from '@groma/ui';
import { useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import './table-dialog.css';

/** Says which rows of a file did not become features and why, and offers them as a file. */
export function showLeftOut(projectId: string, fileName: string, leftOut: readonly ImportLeftOut[]): void {
  if (leftOut.length > 0)
    openDialog((props) => <LeftOutDialog {...props} projectId={projectId} fileName={fileName} leftOut={leftOut} />);
}

function LeftOutDialog({
  opened,
  onClose,
  projectId,
  fileName,
  leftOut,
}: DialogHostProps & { projectId: string; fileName: string; leftOut: readonly ImportLeftOut[] }) {
  const t = useText();
  const count = leftOut.reduce((sum, each) => sum + each.count, 0);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('layer.leftOut.title', { count, name: fileName })}
      size="l"
      foot={
        <Button variant="primary" data-autofocus onClick={onClose}>
          {t('layer.leftOut.close')}
        </Button>
      }
    >
      <p>{t('layer.leftOut.text')}</p>
      {leftOut.map((each) => (
        <LayerLeftOut key={each.layer_id} projectId={projectId} report={each} isNamed={leftOut.length > 1} />
      ))}
    </Dialog>
  );
}

function LayerLeftOut({ projectId, report, isNamed }: { projectId: string; report: ImportLeftOut; isNamed: boolean }) {
  const t = useText();
  const [failure, setFailure] = useState<string | null>(null);
  const { layer, count, reasons, first, file_path: path, file_rows: rows } = report;
  const save = async (): Promise<void> => {
    try {
      await download(projectId, path!, `${layer} - left out.csv`);
      setFailure(null);
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <section>
      {isNamed && <h3>{layer}</h3>}
      <ul>
        {reasons.map(({ reason, count: rowsOfReason }) => (
          <li key={reason}>
            {t(`layer.leftOut.reasons.${reason}`)}: {rowsOfReason}
          </li>
        ))}
      </ul>
      <div className="table-import-head" tabIndex={0} role="group" aria-label={t('layer.leftOut.first')}>
        <table>
          <thead>
            <tr>
              <th>{t('layer.leftOut.row')}</th>
              <th>{t('layer.leftOut.reason')}</th>
              <th>{t('layer.leftOut.detail')}</th>
            </tr>
          </thead>
          <tbody>
            {first.map(({ row, reason, detail }) => (
              <tr key={`${row} ${reason}`}>
                <td>{row}</td>
                <td>{t(`layer.leftOut.reasons.${reason}`)}</td>
                <td>{detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {failure !== null && <Note kind="error">{failure}</Note>}
      {path !== null && (
        <p>
          <Button
            onClick={() => {
              void save();
            }}
          >
            {t('layer.leftOut.download')}
          </Button>{' '}
          {rows < count && `${t('layer.leftOut.bounded', { rows })} `}
          {t('layer.leftOut.day')}
        </p>
      )}
    </section>
  );
}

async function download(projectId: string, path: string, name: string): Promise<void> {
  const { signedUrl } = await api.call(file.signedUrl, {
    params: { bucket: 'groma-temp', projectId, path: path.replace(/^\//, '') },
  });
  const address = new URL(signedUrl, location.href);
  address.searchParams.set('download', '1');
  Object.assign(document.createElement('a'), { href: address.href, download: name }).click();
}
