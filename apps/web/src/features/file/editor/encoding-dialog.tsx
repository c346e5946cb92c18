import { baseName, type LegacyEncoding } from '@groma/model';
import { Button, Dialog, ErrorState, Note, SkeletonRows } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { EncodingField } from '../../../platform/encoding/encoding-field.tsx';
import { t as say, useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { askForEncoding } from '../action/ask-for-encoding.tsx';
import { readFileText, reopenFile, type FileRoomOf } from './settle-file.ts';

/** Shows the file in other encodings, and reads it anew in the one that is chosen. */
export function askToReopen(room: FileRoomOf, encoding: LegacyEncoding): void {
  openDialog(function ReopenHost(props) {
    return <ReopenDialog {...props} room={room} first={encoding} />;
  });
}

/** Asks for the encoding in which the file is to be written from now on. */
export function askToSaveAs(path: string, first: LegacyEncoding, onChoose: (encoding: LegacyEncoding) => void): void {
  askForEncoding({
    title: say('file.editor.saveAsTitle', { name: baseName(path) }),
    text: say('file.editor.saveAsText'),
    confirm: say('file.editor.saveAs'),
    first,
    onChoose,
  });
}

function ReopenDialog({ opened, onClose, room, first }: DialogHostProps & { room: FileRoomOf; first: LegacyEncoding }) {
  const t = useText();
  const [encoding, setEncoding] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['file-sample', room.fileId, encoding],
    queryFn: () => readFileText(room, { encoding, sample: true }),
    gcTime: 0,
  });
  const reopen = async () => {
    setBusy(true);
    const isDone = await reopenFile(room, encoding);
    setBusy(false);
    if (isDone) onClose();
  };
  const isUnreadable = data?.text.includes('\ufffd') ?? false;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="l"
      title={t('file.editor.reopenTitle', { name: baseName(room.path) })}
      onSubmit={() => {
        void reopen();
      }}
      foot={
        <>
          <Button onClick={onClose}>{t('file.editor.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={isUnreadable}>
            {t('file.editor.reopen')}
          </Button>
        </>
      }
    >
      <p>{t('file.editor.reopenText')}</p>
      <EncodingField value={encoding} onChange={setEncoding} autoFocus />
      {isUnreadable && <Note kind="warning">{t('file.editor.notThisEncoding')}</Note>}
      {error ? (
        <ErrorState
          title={errorText(error)}
          onRetry={() => {
            void refetch();
          }}
          isRetrying={isFetching}
        />
      ) : data ? (
        <pre className="file-encoding-sample" dir="auto" tabIndex={0} aria-label={t('layer.encoding.head')}>
          {data.text}
        </pre>
      ) : (
        <SkeletonRows rows={5} withIcon={false} />
      )}
    </Dialog>
  );
}
