import {
  Badge,
  Button,
  DeviceDesktopIcon,
  ErrorState,
  IconButton,
  LogoutIcon,
  SkeletonRows,
  toast,
  Truncated,
} from '@groma/ui';
import { errorText } from '../../../platform/api.ts';
import { useLocale, useText } from '../../../platform/text.ts';
import { endOtherSessions, endSession, useSessions, type AccountSession } from './account-calls.ts';
import { browserName } from './browser-name.ts';

/** Where one is signed in, this browser first; the others can be ended one by one or all at once. */
export function SessionList() {
  const t = useText();
  const { data, error, refetch } = useSessions();
  if (error && !data)
    return (
      <ErrorState
        title={t('account.sessionsFailed')}
        onRetry={() => {
          void refetch();
        }}
      >
        {errorText(error)}
      </ErrorState>
    );
  if (!data) return <SkeletonRows rows={2} />;
  const endOthers = () =>
    attempt(async () => {
      toast.success(t('account.sessionsEnded', { count: await endOtherSessions() }));
    });
  return (
    <>
      <ul className="settings-rows" aria-label={t('account.sessions')} data-long={data.length > 8 || undefined}>
        {data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {data.length > 1 && (
        <Button
          onClick={() => {
            void endOthers();
          }}
        >
          {t('account.endOthers')}
        </Button>
      )}
    </>
  );
}

function SessionRow({ session }: { session: AccountSession }) {
  const t = useText();
  const locale = useLocale();
  const name = browserName(session.user_agent) ?? t('account.unknownBrowser');
  const since = t('account.since', {
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(session.created_at),
    ),
  });
  return (
    <li>
      <DeviceDesktopIcon size={18} />
      <span className="settings-row-text">
        <b>
          <Truncated text={name} />
        </b>
        <small>
          <Truncated text={session.ip_address ? `${session.ip_address} · ${since}` : since} />
        </small>
      </span>
      {session.is_current ? (
        <Badge tone="green">{t('account.thisSession')}</Badge>
      ) : (
        <IconButton
          label={t('account.endOne', { name })}
          icon={<LogoutIcon />}
          onClick={() => {
            void attempt(() => endSession(session.id));
          }}
        />
      )}
    </li>
  );
}

async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    toast.error(errorText(error));
  }
}
