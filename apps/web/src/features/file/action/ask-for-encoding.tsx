import type { LegacyEncoding } from '@groma/model';
import { Button, Dialog } from '@groma/ui';
import { useState } from 'react';
import { EncodingField } from '../../../platform/encoding/encoding-field.tsx';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';

interface EncodingQuestion {
  title: string;
  text: string;
  confirm: string;
  first: LegacyEncoding;
  onChoose: (encoding: LegacyEncoding) => void;
}

/** Asks for an encoding. */
export function askForEncoding(question: EncodingQuestion): void {
  openDialog(function EncodingHost(props) {
    return <ChooseDialog {...props} question={question} />;
  });
}

function ChooseDialog({
  opened,
  onClose,
  question: { title, text, confirm, first, onChoose },
}: DialogHostProps & { question: EncodingQuestion }) {
  const t = useText();
  const [encoding, setEncoding] = useState(first);
  const choose = () => {
    onChoose(encoding);
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      onSubmit={choose}
      foot={
        <>
          <Button onClick={onClose}>{t('file.editor.cancel')}</Button>
          <Button type="submit" variant="primary">
            {confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <EncodingField value={encoding} onChange={setEncoding} autoFocus />
    </Dialog>
  );
}
