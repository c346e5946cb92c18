import { dataset } from '@groma/protocol';
import { Button, Dialog, Note, TextField } from '@groma/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';

/** Asks for the address of a STAC service or catalogue, or the path of one in the files, and adds it. */
export function askSceneSource(projectId: string, onAdded: (sourceId: string) => void): void {
  openDialog((props) => <SourceDialog {...props} projectId={projectId} onAdded={onAdded} />);
}

function SourceDialog({
  opened,
  onClose,
  projectId,
  onAdded,
}: DialogHostProps & { projectId: string; onAdded: (sourceId: string) => void }) {
  const t = useText();
  const client = useQueryClient();
  const [address, setAddress] = useState('');
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { data } = await api.call(dataset.addSceneSource, {
        params: { projectId },
        body: { address: address.trim(), ...(name.trim() !== '' && { name: name.trim() }) },
      });
      await client.invalidateQueries({ queryKey: ['scene-sources', projectId] });
      onAdded(data.id);
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('dataset.addSource')}
      onSubmit={() => {
        void submit();
      }}
      foot={
        <>
          <Button onClick={onClose}>{t('raster.cog.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={address.trim() === ''}>
            {t('dataset.add')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('dataset.address')}
        dir="ltr"
        value={address}
        hint={t('dataset.addressHint')}
        data-autofocus
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <TextField
        label={t('dataset.sourceName')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {failure !== null && <Note kind="error">{failure}</Note>}
    </Dialog>
  );
}
