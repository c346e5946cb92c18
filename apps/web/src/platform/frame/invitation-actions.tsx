import { CopyIcon, IconButton, RefreshIcon, toast, TrashIcon } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../api.ts';
import { copyText, knownLink } from '../invitation-link.ts';
import { useText } from '../text.ts';

interface InvitationActionsProps {
  invitationId: string;
  /** Whom it is for, to name it. */
  name: string;
  mayRenew: boolean;
  /** Makes the same invitation anew and takes this one back; answers its link. */
  onRenew: () => Promise<string>;
  onRevoke: () => Promise<void>;
}

/** Copies the link of an invitation that was made here, makes a new one of another, or takes it back. */
export function InvitationActions({ invitationId, name, mayRenew, onRenew, onRevoke }: InvitationActionsProps) {
  const t = useText();
  const [busy, setBusy] = useState<'renew' | 'revoke' | null>(null);
  const link = knownLink(invitationId);
  const attempt = async (what: 'renew' | 'revoke', act: () => Promise<void>) => {
    setBusy(what);
    try {
      await act();
    } catch (error) {
      toast.error(errorText(error), { title: t('access.invitationNotChanged', { name }) });
    } finally {
      setBusy(null);
    }
  };
  const renew = () => attempt('renew', async () => copyText(await onRenew(), t('access.newLinkCopied')));
  return (
    <>
      {link !== undefined && (
        <IconButton
          label={t('access.copyLinkFor', { name })}
          icon={<CopyIcon />}
          onClick={() => {
            void copyText(link, t('access.linkCopied'));
          }}
        />
      )}
      {link === undefined && mayRenew && (
        <IconButton
          label={t('access.newLinkFor', { name })}
          icon={<RefreshIcon />}
          loading={busy === 'renew'}
          onClick={() => {
            void renew();
          }}
        />
      )}
      <IconButton
        label={t('access.revokeFor', { name })}
        icon={<TrashIcon />}
        loading={busy === 'revoke'}
        onClick={() => {
          void attempt('revoke', onRevoke);
        }}
      />
    </>
  );
}
