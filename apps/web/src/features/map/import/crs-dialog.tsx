import { Button, Dialog, TextField } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';

/** Asks for the reference system of a file that does not name its own: `EPSG:n`, or null when the person gives up. */
export function askCrs(fileName: string, reason: string): Promise<string | null> {
  return new Promise((resolve) => {
    openDialog((props) => <CrsDialog {...props} fileName={fileName} reason={reason} onAnswer={resolve} />);
  });
}

/** `32633`, `epsg:32633` and `EPSG 32633` alike as `EPSG:32633`; null for what is no code. */
function readCrs(text: string): string | null {
  const code = text.trim().match(/^(?:epsg[:\s]*)?(\d{1,6})$/i)?.[1];
  return code === undefined ? null : `EPSG:${code}`;
}

interface CrsDialogProps extends DialogHostProps { fileName: string; reason: string; onAnswer: (crs: string | null) => void }

function CrsDialog({ opened, onClose, fileName, reason, onAnswer }: CrsDialogProps) {
  const t = useText();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const cancel = () => {
    onAnswer(null);
    onClose();
  };
  const submit = () => {
    const crs = readCrs(text);
    if (crs === null) return setWrong(true);
    onAnswer(crs);
    onClose();
  };
  const foot = (
    <>
      <Button onClick={cancel}>{t('map.cancel')}</Button>
      <Button type="submit" variant="primary">{t('map.addToMap')}</Button>
    </>
  );
  return (
    <Dialog opened={opened} onClose={cancel} title={t('map.crsTitle', { name: fileName })} onSubmit={submit} foot={foot}>
      <p>{reason}</p>
      <TextField
        label={t('map.crsCode')} placeholder="EPSG:32633" value={text} hint={t('map.crsHint')} error={isWrong ? t('map.crsWrong') : undefined} data-autofocus
        onChange={(event) => {
          setText(event.currentTarget.value);
          setWrong(false);
        }}
      />
    </Dialog>
  );
}
