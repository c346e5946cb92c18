import { emailSchema, GromaError, shareRoles, type ShareRole } from '@groma/model';
import { Button, LinkIcon, MailIcon, Note, SelectField, TextField } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../platform/api.ts';
import { inputText } from '../../platform/error-text.ts';
import { LinkNote } from '../../platform/frame/link-note.tsx';
import { useText } from '../../platform/text.ts';
import { inviteToProject, shareWithPerson } from './share-calls.ts';

type Said = { kind: 'mailed'; email: string } | { kind: 'link'; link: string; email: string | null } | null;

/**
 * Shares with whoever has an account, and invites whoever has none: by mail where the server sends any, else by a link
 * to hand on.
 */
export function ShareInviteForm({ projectId }: { projectId: string }) {
  const t = useText();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<ShareRole>('PROJECT_EDITOR');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<'person' | 'link' | null>(null);
  const [said, setSaid] = useState<Said>(null);
  const attempt = async (kind: 'person' | 'link', act: () => Promise<Said>) => {
    setBusy(kind);
    setSaid(null);
    try {
      setSaid(await act());
      setFailure(null);
      if (kind === 'person') setEmail('');
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(null);
    }
  };
  const invitePerson = async (address: string): Promise<Said> => {
    try {
      await shareWithPerson(projectId, address, role);
      return null;
    } catch (error) {
      if (!(error instanceof GromaError && error.code === 'UNKNOWN_USER')) throw error;
    }
    const { link, mail } = await inviteToProject(projectId, role, address);
    return mail === 'sent' ? { kind: 'mailed', email: address } : { kind: 'link', link, email: address };
  };
  const submit = () => {
    const parsed = emailSchema.safeParse(email.trim());
    if (!parsed.success) return setFailure(inputText(parsed.error.issues[0]?.message ?? ''));
    void attempt('person', () => invitePerson(parsed.data));
  };
  const makeLink = () =>
    attempt('link', async () => ({ kind: 'link', link: (await inviteToProject(projectId, role)).link, email: null }));
  return (
    <form
      className="share-invite"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        submit();
      }}
    >
      <TextField
        aria-label={t('project.inviteAddress')}
        placeholder={t('project.inviteAddress')}
        type="email"
        icon={<MailIcon />}
        value={email}
        error={failure}
        data-autofocus
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setFailure(null);
        }}
      />
      <SelectField
        aria-label={t('project.role')}
        value={role}
        onChange={setRole}
        options={shareRoles.map((value) => ({ value, label: t(`project.roles.${value}`) }))}
        allowDeselect={false}
      />
      <Button type="submit" variant="primary" loading={busy === 'person'}>
        {t('project.invite')}
      </Button>
      <Button
        className="share-make-link"
        variant="quiet"
        size="s"
        icon={<LinkIcon size={14} />}
        loading={busy === 'link'}
        onClick={() => {
          void makeLink();
        }}
      >
        {t('project.makeLink', { role: t(`project.roles.${role}`) })}
      </Button>
      {said && (
        <div className="share-said">
          {said.kind === 'mailed' ? (
            <Note kind="success">{t('access.mailed', { email: said.email })}</Note>
          ) : (
            <LinkNote
              link={said.link}
              text={said.email === null ? t('access.linkForAnyone') : t('access.linkFor', { email: said.email })}
            />
          )}
        </div>
      )}
    </form>
  );
}
