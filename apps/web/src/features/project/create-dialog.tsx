import { titleSchema } from '@groma/model';
import { Button, Dialog, TextField } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../platform/api.ts';
import { navigate } from '../../platform/router.ts';
import { useText } from '../../platform/text.ts';
import type { DialogHostProps } from '../../registry/dialog.ts';
import { createProject } from './project-calls.ts';
import { workspacePath } from './project-link.ts';

/** Makes a workspace and opens it. */
export function CreateDialog({ opened, onClose }: DialogHostProps) {
  const t = useText();
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const make = async () => {
    const parsed = titleSchema.safeParse(name);
    if (!parsed.success) return setFailure(parsed.error.issues[0]?.message ?? null);
    if (isMaking) return;
    setMaking(true);
    try {
      const project = await createProject(parsed.data);
      onClose();
      navigate(workspacePath(project.id));
    } catch (error) {
      setFailure(errorText(error));
      setMaking(false);
    }
  };
  const foot = (
    <>
      <Button onClick={onClose}>{t('project.cancel')}</Button>
      <Button type="submit" variant="primary" loading={isMaking} disabled={name.trim() === ''}>{t('project.createThis')}</Button>
    </>
  );
  return (
    <Dialog opened={opened} onClose={onClose} title={t('project.create')} onSubmit={() => { void make(); }} foot={foot}>
      <TextField
        label={t('project.name')} hint={t('project.createHint')} value={name} error={failure} maxLength={120} data-autofocus
        onChange={(event) => {
          setName(event.currentTarget.value);
          setFailure(null);
        }}
      />
    </Dialog>
  );
}
