import { Button, ErrorState, Skeleton } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { navigate } from '../../../platform/router.ts';
import { useLocale, useText } from '../../../platform/text.ts';
import { TypedConfirmation } from '../typed-confirmation.tsx';
import { deleteAccount, useDeletion, type Account } from './account-calls.ts';

/** Deletes the account after saying what goes with it; the user name is typed, and the password where there is one. */
export function DeleteAccount({ account, hasPassword }: { account: Account; hasPassword: boolean }) {
  const t = useText();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setAsked(true)}>
        {t('account.deleteOne')}
      </Button>
      <TypedConfirmation
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t('account.deleteTitle')}
        word={account.username}
        label={t('access.typeName', { name: account.username })}
        withPassword={hasPassword}
        action={t('account.delete')}
        onConfirm={async (typed, password) => {
          await deleteAccount(typed, hasPassword ? password : undefined);
          navigate('/hub');
        }}
      >
        {isAsked && <DeletionFacts />}
      </TypedConfirmation>
    </>
  );
}

function DeletionFacts() {
  const t = useText();
  const locale = useLocale();
  const { data, error, refetch } = useDeletion(true);
  if (error && !data)
    return (
      <ErrorState
        title={t('account.deletionFailed')}
        onRetry={() => {
          void refetch();
        }}
      >
        {errorText(error)}
      </ErrorState>
    );
  if (!data) return <Skeleton width="90%" height={40} />;
  const list = new Intl.ListFormat(locale);
  return (
    <>
      {data.tenant && (
        <p>{t('account.tenantGoes', { tenant: data.tenant.name, count: data.tenant.projects.length })}</p>
      )}
      {data.tenant && data.tenant.projects.length > 0 && (
        <p>
          {list.format(data.tenant.projects.slice(0, 20))}
          {data.tenant.projects.length > 20 && ' …'}
        </p>
      )}
      {data.passed_on.length > 0 && (
        <p>
          {t('account.passedOn', {
            names: list.format(data.passed_on.map(({ name, owner }) => t('account.passedTo', { name, owner }))),
          })}
        </p>
      )}
      <p>{t('account.noWayBack')}</p>
    </>
  );
}
