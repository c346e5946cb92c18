import { Button, Dialog } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { CrsField } from '../field/crs-field.tsx';

/** Asks for the reference system of a file that does not name its own: `EPSG:n`, or null when the person gives up. */
export function askCrs(fileName: string, reason: string): Promise<string | null> {
  return new Promise((resolve) => {
    openDialog((props) => <CrsDialog {...props} fileName={fileName} reason={reason} onAnswer={resolve} />);
  });
}

interface CrsDialogProps extends DialogHostProps {
  fileName: string;
  reason: string;
  onAnswer: (crs: string | null) => void;
}

function CrsDialog({ opened, onClose, fileName, reason, onAnswer }: CrsDialogProps) {
  const t = useText();
  const [crs, setCrs] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const cancel = () => {
    onAnswer(null);
    onClose();
  };
  const submit = () => {
    if (crs === null) return setMissing(true);
    onAnswer(crs);
    onClose();
  };
  const foot = (
    <>
      <Button onClick={cancel}>{t('map.cancel')}</Button>
      <Button type="submit" variant="primary">
        {t('map.addToMap')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={cancel}
      title={t('map.crsTitle', { name: fileName })}
      onSubmit={submit}
      foot={foot}
    >
      <p>{reason}</p>
      <CrsField
        value={crs}
        onChange={setCrs}
        autoFocus
        error={isMissing && crs === null ? t('map.crsWrong') : undefined}
      />
    </Dialog>
  );
}
