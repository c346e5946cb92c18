import { Button, CopyIcon, Note } from '@groma/ui';
import { copyText } from '../invitation-link.ts';
import { useText } from '../text.ts';
import './link-note.css';

/** A link to hand on, that can be seen and copied now and never again. */
export function LinkNote({ link, text }: { link: string; text: string }) {
  const t = useText();
  return (
    <Note kind="success">
      <div className="link-note">
        <span>{text}</span>
        <input
          readOnly
          value={link}
          aria-label={t('access.invitationLink')}
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          size="s"
          icon={<CopyIcon size={14} />}
          onClick={() => {
            void copyText(link, t('access.linkCopied'));
          }}
        >
          {t('access.copyInvitation')}
        </Button>
      </div>
    </Note>
  );
}
