import { tokenNameSchema, tokenScopes, type TokenScope } from '@groma/model';
import {
  Badge,
  Button,
  confirm,
  CopyButton,
  ErrorState,
  IconButton,
  KeyIcon,
  Note,
  SelectField,
  SkeletonRows,
  TextField,
  toast,
  TrashIcon,
  Truncated,
} from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useLocale, useText } from '../../../platform/text.ts';
import { useSave } from '../use-save.ts';
import { createToken, revokeToken, useOwnProjects, useTokens, type AccessToken } from './token-calls.ts';
import { scopeTexts } from './token-texts.ts';
import './token-section.css';

/** Days after which a token may expire; 0 for never. */
const lifetimes = [7, 30, 90, 366, 0] as const;
const usualLifetime = 90;

/** Tokens with which scripts and agents make calls in one's name. */
export function TokenSection() {
  const t = useText();
  const { data, error, refetch } = useTokens();
  return (
    <>
      <TokenForm />
      {error && !data && (
        <ErrorState
          title={t('account.tokensFailed')}
          onRetry={() => {
            void refetch();
          }}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {!error && !data && <SkeletonRows rows={2} />}
      {data && data.length > 0 && (
        <ul className="settings-rows" aria-label={t('account.tokens')} data-long={data.length > 8 || undefined}>
          {data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
    </>
  );
}

function TokenForm() {
  const t = useText();
  const locale = useLocale();
  const projects = useOwnProjects();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('propose');
  const [project, setProject] = useState('all');
  const [days, setDays] = useState(String(usualLifetime));
  const [made, setMade] = useState<string | null>(null);
  const { isSaving, save, refusal } = useSave({});
  const isGood = tokenNameSchema.safeParse(name).success;
  const submit = async () => {
    if (!isGood) return;
    setMade(null);
    await save(async () => {
      const wanted = { name, scope, project_id: project === 'all' ? null : project };
      setMade(await createToken({ ...wanted, expires_in_days: days === '0' ? null : Number(days) }));
      setName('');
    });
  };
  const dayText = (count: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count);
  return (
    <form
      className="token-form settings-wide"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={t('account.tokenName')}
        placeholder={t('account.tokenNameHint')}
        autoComplete="off"
        maxLength={100}
        value={name}
        error={refusal}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SelectField
        label={t('account.tokenRights')}
        options={tokenScopes.map((value) => ({
          value,
          label: t(scopeTexts[value]),
        }))}
        value={scope}
        onChange={setScope}
      />
      <SelectField
        label={t('account.tokenProject')}
        searchable
        options={[
          { value: 'all', label: t('account.tokenAll') },
          ...(projects.data ?? []).map(({ id, name: title }) => ({ value: id, label: title })),
        ]}
        value={project}
        onChange={setProject}
      />
      <SelectField
        label={t('account.tokenEnds')}
        options={lifetimes.map((count) => ({
          value: String(count),
          label: count === 0 ? t('account.tokenNever') : dayText(count),
        }))}
        value={days}
        onChange={setDays}
      />
      <Button type="submit" loading={isSaving} disabled={!isGood}>
        {t('account.tokenCreate')}
      </Button>
      {made !== null && (
        <Note kind="success">
          <div className="token-made">
            <span>{t('account.tokenOnce')}</span>
            <code dir="ltr">{made}</code>
            <CopyButton label={t('account.tokenCopy')} text={made} feedbackMs={3_000} />
          </div>
        </Note>
      )}
    </form>
  );
}

function TokenRow({ token }: { token: AccessToken }) {
  const t = useText();
  const locale = useLocale();
  const day = (text: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(text));
  const facts = [
    token.is_app ? t('account.tokenApp') : `…${token.ending}`,
    t(scopeTexts[token.scope]),
    token.project?.name ?? t('account.tokenAll'),
    token.last_used_at === null ? t('account.tokenUnused') : t('account.tokenUsed', { date: day(token.last_used_at) }),
    ...(token.expires_at !== null && !token.isExpired
      ? [t('account.tokenUntil', { date: day(token.expires_at) })]
      : []),
  ];
  const revoke = async () => {
    const isSure = await confirm({
      title: t('account.tokenRevokeTitle', { name: token.name }),
      body: t('account.tokenRevokeText'),
      confirmLabel: t('account.tokenRevokeYes'),
      danger: true,
    });
    if (!isSure) return;
    try {
      await revokeToken(token.id);
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <li>
      <KeyIcon size={18} />
      <span className="settings-row-text">
        <b>
          <Truncated text={token.name} />
        </b>
        <small>
          <Truncated text={facts.join(' · ')} />
        </small>
      </span>
      {token.isExpired && <Badge>{t('account.tokenExpired')}</Badge>}
      <IconButton
        label={t('account.tokenRevoke', { name: token.name })}
        icon={<TrashIcon />}
        onClick={() => {
          void revoke();
        }}
      />
    </li>
  );
}
