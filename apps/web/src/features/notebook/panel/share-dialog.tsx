import { notebook } from '@groma/protocol';
import { Button, CopyButton, Dialog, LinkIcon, Note, SelectField, TextField, useInterface } from '@groma/ui';
import { useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import type { DialogHostProps } from '../../../registry/dialog.ts';

interface ShareDialogProps extends DialogHostProps {
  projectId: string;
  notebookId: string;
  name: string;
}
interface ShareLink {
  address: string;
  expiresAt: string;
}

const lengths = ['1', '7', '30', '90'] as const;

/** Makes a link with which anyone can read the notebook for a while (NBK-114). */
export function ShareDialog({ opened, onClose, projectId, notebookId, name }: ShareDialogProps) {
  const t = useText();
  const { locale } = useInterface();
  const [days, setDays] = useState<(typeof lengths)[number]>('7');
  const [link, setLink] = useState<ShareLink | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const make = async () => {
    setMaking(true);
    setFailure(null);
    try {
      const { data } = await api.call(notebook.makeShareToken, {
        params: { notebookId, projectId },
        body: { days: Number(days) },
      });
      setLink({ address: new URL(data.path, location.origin).href, expiresAt: data.expires_at });
    } catch (error) {
      setFailure(errorText(error));
    }
    setMaking(false);
  };
  const time =
    link === null
      ? ''
      : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(link.expiresAt));
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('notebook.share.title', { name })}
      onSubmit={() => {
        void make();
      }}
      foot={
        <>
          <Button onClick={onClose}>{t('notebook.share.close')}</Button>
          <Button type="submit" variant="primary" icon={<LinkIcon />} loading={isMaking}>
            {t(link ? 'notebook.share.another' : 'notebook.share.make')}
          </Button>
        </>
      }
    >
      <p className="share-hint">{t('notebook.share.hint')}</p>
      <SelectField
        label={t('notebook.share.days')}
        options={lengths.map((value) => ({ value, label: t('notebook.share.length', { count: Number(value) }) }))}
        value={days}
        onChange={setDays}
      />
      {failure !== null && <Note kind="error">{failure}</Note>}
      {link && (
        <div className="share-link">
          <TextField
            label={t('notebook.share.link')}
            value={link.address}
            readOnly
            dir="ltr"
            hint={t('notebook.share.until', { time })}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton label={t('notebook.share.copy')} text={link.address} />
        </div>
      )}
    </Dialog>
  );
}
