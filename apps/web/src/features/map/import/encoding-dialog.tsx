import type { LegacyEncoding } from '@groma/model';
import type { ImportPreview } from '@groma/protocol';
import { Button, Dialog, Note } from '@groma/ui';
import { useRef, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { EncodingField } from '../../../platform/encoding/encoding-field.tsx';
import './table-dialog.css';

type TextPreview = NonNullable<ImportPreview['text']>;
type Reread = (encoding: LegacyEncoding) => Promise<TextPreview>;

/**
 * Shows text of a file that does not say how it is encoded, and asks which encoding it is; null when the person gives
 * up. `reread` reads it anew in another.
 */
export function askEncoding(fileName: string, preview: TextPreview, reread: Reread): Promise<LegacyEncoding | null> {
  return new Promise((resolve) => {
    openDialog((props) => (
      <EncodingDialog {...props} fileName={fileName} first={preview} reread={reread} onAnswer={resolve} />
    ));
  });
}

interface EncodingDialogProps extends DialogHostProps {
  fileName: string;
  first: TextPreview;
  reread: Reread;
  onAnswer: (encoding: LegacyEncoding | null) => void;
}

function EncodingDialog({ opened, onClose, fileName, first, reread, onAnswer }: EncodingDialogProps) {
  const t = useText();
  const [encoding, setEncoding] = useState(first.encoding);
  const [preview, setPreview] = useState(first);
  const [failure, setFailure] = useState<string | null>(null);
  const wanted = useRef(encoding);
  const end = (answer: LegacyEncoding | null) => {
    onAnswer(answer);
    onClose();
  };
  const choose = async (next: LegacyEncoding) => {
    wanted.current = next;
    setEncoding(next);
    try {
      const read = await reread(next);
      // A slow answer to an earlier choice comes too late.
      if (wanted.current !== next) return;
      setPreview(read);
      setFailure(null);
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  const foot = (
    <>
      <Button onClick={() => end(null)}>{t('layer.encoding.cancel')}</Button>
      <Button type="submit" variant="primary">
        {t('layer.encoding.import')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={() => end(null)}
      title={t('layer.encoding.title', { name: fileName })}
      onSubmit={() => end(encoding)}
      foot={foot}
      size="l"
    >
      <p>{t('layer.encoding.text')}</p>
      {failure !== null && <Note kind="error">{failure}</Note>}
      <div className="table-import-fields">
        <EncodingField
          hint={t('layer.encoding.hint')}
          value={encoding}
          onChange={(next) => {
            void choose(next);
          }}
          autoFocus
        />
      </div>
      {isUnreadable(preview) && <Note kind="warning">{t('layer.encoding.unreadable')}</Note>}
      <TextHead preview={preview} />
    </Dialog>
  );
}

/** Whether rows hold what stands for bytes that are no character. */
export function isUnreadable({ header, rows }: Pick<TextPreview, 'header' | 'rows'>): boolean {
  return [header, ...rows].some((row) => row.some((cell) => cell.includes('\ufffd')));
}

function TextHead({ preview: { header, rows } }: { preview: TextPreview }) {
  const t = useText();
  if (rows.length === 0) return <p>{t('layer.encoding.nothing')}</p>;
  return (
    <div className="table-import-head" tabIndex={0} role="group" aria-label={t('layer.encoding.head')}>
      <table>
        {header.length > 0 && (
          <thead>
            <tr>
              {header.map((name, column) => (
                <th key={column}>{name}</th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
