import { titleSchema } from '@groma/model';
import { Button, Dialog, TextField } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { useKeptText } from '../../../platform/unsaved/kept-text.ts';
import type { DialogHostProps } from '../../../registry/dialog.ts';
import { createWorkflow } from './workflow-actions.ts';

/** Makes a workflow and opens it. */
export function CreateDialog({ opened, onClose }: DialogHostProps) {
  const t = useText();
  const { id: projectId } = useProject();
  const [typed, setName] = useKeptText(`workflow-name.new.${projectId}`);
  const name = typed ?? '';
  const [failure, setFailure] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const close = () => {
    setName(null);
    onClose();
  };
  const make = async () => {
    if (isMaking) return;
    const parsed = titleSchema.safeParse(name.trim() === '' ? t('workflow.untitled') : name);
    if (!parsed.success) return setFailure(parsed.error.issues[0]?.message ?? null);
    setMaking(true);
    try {
      await createWorkflow(projectId, parsed.data);
      close();
    } catch (error) {
      setFailure(errorText(error));
      setMaking(false);
    }
  };
  const foot = (
    <>
      <Button onClick={close}>{t('workflow.cancel')}</Button>
      <Button type="submit" variant="primary" loading={isMaking}>
        {t('workflow.createThis')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={t('workflow.create')}
      onSubmit={() => {
        void make();
      }}
      foot={foot}
    >
      <TextField
        label={t('workflow.name')}
        placeholder={t('workflow.untitled')}
        value={name}
        error={failure}
        maxLength={120}
        data-autofocus
        onChange={(event) => {
          setName(event.currentTarget.value);
          setFailure(null);
        }}
      />
    </Dialog>
  );
}
