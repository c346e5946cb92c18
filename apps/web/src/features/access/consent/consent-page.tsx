import { GromaError, type TokenScope } from '@groma/model';
import { Button, KeyIcon, Note, SelectField, Skeleton } from '@groma/ui';
import { useEffect, useMemo, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { ButtonLink } from '../../../platform/link.tsx';
import { usePlace } from '../../../platform/router.ts';
import { sessionStore } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { useOwnProjects } from '../account/token-calls.ts';
import { scopeTexts } from '../account/token-texts.ts';
import { NoticeFrame } from '../notice/notice-frame.tsx';
import { giveConsent, requestOf, useConsent, type AuthorizationRequest, type ConsentAsked } from './consent-calls.ts';
import './consent-page.css';

/** `/oauth/authorize`: an app asks for access to one's workspaces. */
export function Page() {
  const t = useText();
  const { search } = usePlace();
  const request = useMemo(() => requestOf(search), [search]);
  const { data, error, refetch, isFetching } = useConsent(request);
  useEffect(() => {
    document.title = `${t('consent.pageTitle')} · Groma`;
  }, [t]);
  if (error)
    return (
      <NoticeFrame icon={<KeyIcon size={28} />} title={t('consent.failed')} text={[errorText(error)]}>
        {error instanceof GromaError && error.code === 'BAD_INPUT' ? (
          <ButtonLink href="/" variant="primary">
            {t('access.toWorkspaces')}
          </ButtonLink>
        ) : (
          <Button
            variant="primary"
            loading={isFetching}
            onClick={() => {
              void refetch();
            }}
          >
            {t('access.tryAgain')}
          </Button>
        )}
      </NoticeFrame>
    );
  if (!data)
    return (
      <NoticeFrame icon={<KeyIcon size={28} />} title={<Skeleton width={280} height={26} />} text={[]}>
        <Skeleton width={120} height={30} />
      </NoticeFrame>
    );
  return <Consent request={request} asked={data} />;
}

function Consent({ request, asked }: { request: AuthorizationRequest; asked: ConsentAsked }) {
  const t = useText();
  const user = sessionStore((state) => state.user);
  const projects = useOwnProjects();
  const [scope, setScope] = useState<TokenScope>(asked.scopes.includes('propose') ? 'propose' : 'read');
  const [project, setProject] = useState('all');
  const [busy, setBusy] = useState<boolean | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const answer = async (isAllowed: boolean) => {
    setBusy(isAllowed);
    setFailure(null);
    try {
      const wanted = { is_allowed: isAllowed, scope, project_id: project === 'all' ? null : project };
      globalThis.location.assign(await giveConsent(request, wanted));
    } catch (error) {
      setFailure(errorText(error));
      setBusy(null);
    }
  };
  const text = [
    t('consent.text', { client: asked.client_name, email: user?.email ?? '' }),
    t('consent.target', { host: asked.redirect_host }),
  ];
  return (
    <NoticeFrame
      icon={<KeyIcon size={28} />}
      title={t('consent.title', { client: asked.client_name })}
      text={text}
      more={
        <div className="consent-fields">
          <SelectField
            label={t('account.tokenRights')}
            options={asked.scopes.map((value) => ({ value, label: t(scopeTexts[value]) }))}
            value={scope}
            onChange={setScope}
          />
          <SelectField
            label={t('account.tokenProject')}
            searchable
            options={[
              { value: 'all', label: t('account.tokenAll') },
              ...(projects.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={project}
            onChange={setProject}
          />
          {failure !== null && <Note kind="error">{failure}</Note>}
        </div>
      }
    >
      <Button
        variant="primary"
        loading={busy === true}
        disabled={busy === false}
        onClick={() => {
          void answer(true);
        }}
      >
        {t('consent.allow')}
      </Button>
      <Button
        loading={busy === false}
        disabled={busy === true}
        onClick={() => {
          void answer(false);
        }}
      >
        {t('consent.refuse')}
      </Button>
    </NoticeFrame>
  );
}
