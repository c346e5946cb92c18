import { emailSchema, shareRoles, type ShareRole } from '@groma/model';
import { Button, Dialog, LinkIcon, MailIcon, SelectField, TextField } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { project as calls } from '@groma/protocol';
import { useState } from 'react';
import { api, errorText } from '../../platform/api.ts';
import type { Project } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import type { DialogHostProps } from '../../registry/dialog.ts';
import { shareProject } from './project-calls.ts';
import { copyProjectLink } from './project-link.ts';
import { ShareLevels } from './share-levels.tsx';
import { SharePeople } from './share-people.tsx';
import './share-dialog.css';

/** Who may come into a project: by name, as a member of its organisation, or as anyone. */
export function ShareDialog({ project: given, opened, onClose }: DialogHostProps & { project: Project }) {
  const t = useText();
  const { data: project = given } = useQuery({
    queryKey: ['project', given.id], initialData: given,
    queryFn: async () => (await api.call(calls.readProject, { params: { id: given.id } })).data,
  });
  const foot = (
    <>
      <Button className="share-copy" icon={<LinkIcon />} onClick={() => { void copyProjectLink(project); }}>{t('project.copyLink')}</Button>
      <Button onClick={onClose}>{t('project.done')}</Button>
    </>
  );
  return (
    <Dialog opened={opened} onClose={onClose} title={t('project.shareTitle', { name: project.name })} size="l" foot={foot}>
      <InviteForm projectId={project.id} />
      <SharePeople project={project} />
      <ShareLevels project={project} />
    </Dialog>
  );
}

function InviteForm({ projectId }: { projectId: string }) {
  const t = useText();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<ShareRole>('PROJECT_EDITOR');
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    const parsed = emailSchema.safeParse(email.trim());
    if (!parsed.success) return setFailure(parsed.error.issues[0]?.message ?? null);
    setSending(true);
    try {
      await shareProject(projectId, parsed.data, role);
      setEmail('');
      setFailure(null);
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <form className="share-invite" noValidate onSubmit={(event) => {
      event.preventDefault();
      event.stopPropagation();
      void send();
    }}>
      <TextField
        aria-label={t('project.inviteEmail')} placeholder={t('project.inviteEmail')} type="email" icon={<MailIcon />} value={email} error={failure} data-autofocus
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setFailure(null);
        }}
      />
      <SelectField aria-label={t('project.role')} value={role} onChange={setRole} options={shareRoles.map((value) => ({ value, label: t(`project.roles.${value}`) }))} allowDeselect={false} />
      <Button type="submit" variant="primary" loading={isSending}>{t('project.invite')}</Button>
    </form>
  );
}
