import { tlsModes, type ConnectableType, type TlsMode } from '@groma/model';
import type { DatabaseReply } from '@groma/protocol';
import {
  Button,
  Dialog,
  Note,
  NumberField,
  PasswordField,
  SelectField,
  TextArea,
  TextField,
  type DialogProps,
} from '@groma/ui';
import { useRef, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { useKeptFields } from '../../../platform/unsaved/kept-fields.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { changeConnection, createDatabase, renameDatabase, testConnection } from '../database-calls.ts';
import { openEditor } from '../database-panels.ts';
import { readConnectionUrl, type PostgresFields } from './connection-url.ts';
import './connection.css';

export type ServerType = Exclude<ConnectableType, 'managed-duckdb'>;

/** Asks for a server and registers its database, or changes how one is entered. */
export function openConnectionDialog(dbType: ServerType, known: DatabaseReply | null = null): void {
  openDialog((props) => <ConnectionDialog {...props} dbType={dbType} known={known} />);
}

interface Fields extends PostgresFields {
  name: string;
  token: string;
}
type Tried = { state: 'trying' } | { state: 'works'; version: string } | { state: 'fails'; message: string };

function firstFields(known: DatabaseReply | null): Fields {
  const { host = '', port = 5432, database = '', user = '', tls = 'prefer' } = known?.connection ?? {};
  return {
    name: known?.name ?? '',
    host,
    port: String(port),
    database,
    user,
    tls,
    password: '',
    certificate: '',
    token: '',
  };
}

/** An address that is typed as the host may hold a password. */
function isSecret(name: string, value: unknown): boolean {
  return name === 'password' || name === 'token' || (name === 'host' && String(value).includes('://'));
}

/** What the server is told. A secret that is not typed stays as it is kept. */
function connectionOf(
  dbType: ServerType,
  { host, port, database, user, password, tls, certificate, token }: Fields,
): unknown {
  if (dbType === 'motherduck')
    return { database: database.trim(), ...(token.trim() !== '' && { token: token.trim() }) };
  return {
    host: host.trim(),
    port: Number(port),
    database: database.trim(),
    user: user.trim(),
    tls,
    ...(password !== '' && { password }),
    ...(certificate.trim() !== '' && { certificate }),
  };
}

function ConnectionDialog({
  opened,
  onClose,
  dbType,
  known,
}: DialogHostProps & { dbType: ServerType; known: DatabaseReply | null }) {
  const t = useText();
  const { id: projectId, tenant: tenantId } = useProject();
  const [fields, setFields, forget] = useKeptFields(
    `connection.${projectId}.${known?.id ?? dbType}`,
    firstFields(known),
    isSecret,
  );
  const [isChecked, setChecked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const trying = useRef<AbortController | null>(null);
  const set = (change: Partial<Fields>) => {
    trying.current?.abort();
    setTried(null);
    setFields(change);
  };
  const missing = requiredOf(dbType).filter((field) => fields[field].trim() === '');
  const errorOf = (field: keyof Fields) =>
    isChecked && missing.includes(field) ? t('database.fieldEmpty') : undefined;
  const bind = (field: keyof Fields) => ({
    label: t(`database.field.${field}`),
    value: fields[field],
    error: errorOf(field),
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
  });
  const close = () => {
    forget();
    onClose();
  };
  const save = async () => {
    setChecked(true);
    const name = fields.name.trim() === '' ? fields.database.trim() : fields.name.trim();
    if (missing.length > 0 || isSaving) return;
    setSaving(true);
    setFailure(null);
    try {
      const connection = connectionOf(dbType, fields);
      if (known) {
        await changeConnection(projectId, known.id, connection);
        if (name !== known.name) await renameDatabase(projectId, tenantId, known.id, name);
      } else openEditor(await createDatabase(projectId, name, { dbType, connection }));
      close();
    } catch (error) {
      setFailure(error);
    } finally {
      setSaving(false);
    }
  };
  const attempt = async () => {
    setChecked(true);
    if (missing.length > 0) return;
    const abort = new AbortController();
    trying.current = abort;
    setTried({ state: 'trying' });
    try {
      const { success, version, error } = await testConnection(
        projectId,
        { dbType, connection: connectionOf(dbType, fields) },
        abort.signal,
      );
      if (!abort.signal.aborted)
        setTried(
          success
            ? { state: 'works', version: version ?? '' }
            : { state: 'fails', message: error ?? t('database.executionFailedText') },
        );
    } catch (error) {
      if (!abort.signal.aborted) setTried({ state: 'fails', message: errorText(error) });
    }
  };
  const foot: DialogProps['foot'] = (
    <>
      <Button
        className="connection-test"
        loading={tried?.state === 'trying'}
        onClick={() => {
          void attempt();
        }}
      >
        {t('database.test')}
      </Button>
      <Button onClick={close}>{t('database.cancel')}</Button>
      <Button type="submit" variant="primary" loading={isSaving}>
        {t(known ? 'database.save' : 'database.connect')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size="l"
      foot={foot}
      onSubmit={() => {
        void save();
      }}
      title={known ? t('database.editTitle', { name: known.name }) : t(`database.connectTitle.${dbType}`)}
    >
      {dbType === 'motherduck' && <Note kind="info">{t('database.motherduckNeeds')}</Note>}
      <div className="connection-fields">
        <TextField
          {...bind('name')}
          placeholder={fields.database}
          hint={t('database.nameHint')}
          data-wide
          data-autofocus={known ? undefined : true}
        />
        {dbType === 'postgres' ? (
          <>
            <TextField
              {...bind('host')}
              hint={t('database.hostHint')}
              dir="ltr"
              spellCheck={false}
              onChange={(event) =>
                set(readConnectionUrl(event.currentTarget.value) ?? { host: event.currentTarget.value })
              }
            />
            <NumberField
              label={t('database.field.port')}
              value={fields.port === '' ? null : Number(fields.port)}
              min={1}
              max={65_535}
              error={errorOf('port')}
              onChange={(port) => set({ port: port === null ? '' : String(port) })}
            />
            <TextField {...bind('database')} dir="ltr" spellCheck={false} />
            <TextField {...bind('user')} dir="ltr" autoComplete="off" spellCheck={false} />
            <PasswordField
              {...bind('password')}
              autoComplete="new-password"
              hint={known?.connection?.hasPassword ? t('database.keptHint') : t('database.secretHint')}
              data-wide
            />
            <SelectField<TlsMode>
              label={t('database.field.tls')}
              value={fields.tls}
              onChange={(tls) => set({ tls })}
              options={tlsModes.map((value) => ({ value, label: t(`database.tls.${value}`) }))}
              data-wide
            />
            {fields.tls === 'verify-full' && (
              <TextArea {...bind('certificate')} rows={4} dir="ltr" hint={t('database.certificateHint')} data-wide />
            )}
          </>
        ) : (
          <>
            <TextField
              {...bind('database')}
              dir="ltr"
              spellCheck={false}
              hint={t('database.motherduckHint')}
              data-wide
            />
            <PasswordField
              {...bind('token')}
              autoComplete="new-password"
              hint={known?.connection?.hasPassword ? t('database.keptHint') : t('database.tokenHint')}
              data-wide
            />
          </>
        )}
      </div>
      {tried?.state === 'works' && <Note kind="success">{t('database.works', { version: tried.version })}</Note>}
      {tried?.state === 'fails' && <Note kind="error">{tried.message}</Note>}
      {failure !== null && <Note kind="error">{errorText(failure)}</Note>}
    </Dialog>
  );
}

function requiredOf(dbType: ServerType): (keyof Fields)[] {
  return dbType === 'postgres' ? ['host', 'port', 'database', 'user'] : ['database'];
}
