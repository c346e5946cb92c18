import { titleSchema } from '@groma/model';
import { Button, Dialog, TextField } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../platform/api.ts';
import { inputText } from '../../platform/error-text.ts';
import { navigate } from '../../platform/router.ts';
import type { Tenant } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { useKeptText } from '../../platform/unsaved/kept-text.ts';
import type { DialogHostProps } from '../../registry/dialog.ts';
import { createProject } from './project-calls.ts';
import { workspacePath } from './project-link.ts';

/** Makes a workspace in a tenant and opens it. */
export function CreateDialog({ opened, onClose, tenant }: DialogHostProps & { tenant: Pick<Tenant, 'id' | 'name'> }) {
  const t = useText();
  const [typed, setName] = useKeptText(`project-name.new.${tenant.id}`);
  const name = typed ?? '';
  const close = () => {
    setName(null);
    onClose();
  };
  const [failure, setFailure] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const make = async () => {
    const parsed = titleSchema.safeParse(name);
    if (!parsed.success) return setFailure(inputText(parsed.error.issues[0]?.message ?? ''));
    if (isMaking) return;
    setMaking(true);
    try {
      const project = await createProject(parsed.data, tenant.id);
      close();
      navigate(workspacePath(project.id));
    } catch (error) {
      setFailure(errorText(error));
      setMaking(false);
    }
  };
  const foot = (
    <>
      <Button onClick={close}>{t('project.cancel')}</Button>
      <Button type="submit" variant="primary" loading={isMaking} disabled={name.trim() === ''}>
        {t('project.createThis')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={t('project.create')}
      onSubmit={() => {
        void make();
      }}
      foot={foot}
    >
      <TextField
        label={t('project.name')}
        hint={t('project.createdIn', { tenant: tenant.name })}
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
