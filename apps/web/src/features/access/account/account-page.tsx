import { ErrorState, SkeletonRows } from '@groma/ui';
import { useEffect } from 'react';
import { errorText } from '../../../platform/api.ts';
import { DashboardFrame } from '../../../platform/frame/dashboard-frame.tsx';
import { useText } from '../../../platform/text.ts';
import { runCommand } from '../../../registry/command.ts';
import { SettingsSection } from '../settings-section.tsx';
import { useAccount, type Account } from './account-calls.ts';
import { AppearanceFields } from './appearance-fields.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { EmailForm } from './email-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionList } from './session-list.tsx';
import { TokenSection } from './token-section.tsx';

/** `/dashboard/account`: who one is here, how one signs in, and how the pages look. */
export function Page() {
  const t = useText();
  const { data, error, refetch, isFetching } = useAccount();
  useEffect(() => {
    document.title = `${t('account.title')} · Groma`;
  }, [t]);
  return (
    <DashboardFrame
      current={null}
      onHelp={() => {
        void runCommand('shell.show-keys');
      }}
    >
      <div className="settings">
        <header>
          <h1>{t('account.title')}</h1>
        </header>
        {error && !data && (
          <ErrorState
            title={t('account.failed')}
            onRetry={() => {
              void refetch();
            }}
            isRetrying={isFetching}
          >
            {errorText(error)}
          </ErrorState>
        )}
        {!error && !data && <SkeletonRows rows={8} />}
        {data && <AccountParts account={data} />}
      </div>
    </DashboardFrame>
  );
}

function AccountParts({ account }: { account: Account }) {
  const t = useText();
  const hasPassword = account.providers.includes('local');
  return (
    <>
      <SettingsSection title={t('account.profile')} text={t('account.profileText')}>
        <ProfileForm account={account} />
      </SettingsSection>
      <SettingsSection title={t('access.email')} text={t('account.emailText')}>
        {hasPassword ? (
          <EmailForm account={account} />
        ) : (
          <p>{t('account.emailOfProvider', { email: account.email })}</p>
        )}
      </SettingsSection>
      {hasPassword && (
        <SettingsSection title={t('access.password')} text={t('account.passwordText')}>
          <PasswordForm />
        </SettingsSection>
      )}
      <SettingsSection title={t('account.sessions')} text={t('account.sessionsText')}>
        <SessionList />
      </SettingsSection>
      <SettingsSection
        title={t('account.tokens')}
        text={t('account.tokensText', { address: `${globalThis.location.origin}/mcp` })}
      >
        <TokenSection />
      </SettingsSection>
      <SettingsSection title={t('account.appearance')} text={t('account.appearanceText')}>
        <AppearanceFields />
      </SettingsSection>
      <SettingsSection title={t('account.delete')} text={t('account.deleteText')}>
        <DeleteAccount account={account} hasPassword={hasPassword} />
      </SettingsSection>
    </>
  );
}
