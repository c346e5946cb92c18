import { fileSizeText } from '../../platform/file-size.ts';
import { file, map, notebook } from '@groma/protocol';
import {
  Button,
  Card,
  CopyButton,
  CopyPlusIcon,
  Dialog,
  ErrorState,
  LogoutIcon,
  ProgressBar,
  SkeletonRows,
  Switch,
  TextField,
  toast,
  TrashIcon,
  useInterface,
  useNumberFormat,
} from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api, errorText } from '../../platform/api.ts';
import { sessionStore, useCan, useProject, useSession } from '../../platform/session.ts';
import { useLocaleId, useText } from '../../platform/text.ts';
import type { DialogHostProps } from '../../registry/dialog.ts';
import { newerVersion, useTemplateSource } from '../../registry/template-source.ts';
import { deleteProjectAfterAsking, leaveProjectAfterAsking } from './project-actions.ts';
import { changeProject } from './project-calls.ts';
import { duplicateProject } from './duplicate-project.tsx';
import './settings-dialog.css';

/** What can be read and changed of a workspace as a whole. */
export function SettingsDialog({ opened, onClose }: DialogHostProps) {
  const t = useText();
  const isThere = sessionStore(({ project }) => project !== null);
  if (!isThere) return null;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('project.settings')} size="l">
      <General />
      <Maps />
      <Storage />
      <Ways onClose={onClose} />
    </Dialog>
  );
}

function General() {
  const t = useText();
  const project = useProject();
  const mayUpdate = useCan('update', 'project');
  const { locale } = useInterface();
  const [name, setName] = useState(project.name);
  const [isSaving, setSaving] = useState(false);
  const dates = useMemo(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }), [locale]);
  const isValid = name.trim() !== '' && name.trim().length <= 120 && !/[/\\]/.test(name);
  const save = async () => {
    setSaving(true);
    await changeProject(project.id, { name: name.trim() }).catch((error: unknown) =>
      toast.error(errorText(error), { title: t('project.notRenamed', { name: project.name }) }),
    );
    setSaving(false);
  };
  return (
    <Card title={t('project.general')}>
      <form
        className="settings-name"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) void save();
        }}
      >
        <TextField
          label={t('project.name')}
          value={name}
          disabled={!mayUpdate}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isValid ? undefined : t('project.nameInvalid')}
          hint={mayUpdate ? t('project.nameHint') : t('project.needsEditor')}
        />
        {mayUpdate && (
          <Button type="submit" disabled={!isValid || name.trim() === project.name} loading={isSaving}>
            {t('project.save')}
          </Button>
        )}
      </form>
      <dl className="settings-facts">
        <dt>{t('project.column.organisation')}</dt>
        <dd>
          <bdi>{project.tenant_name}</bdi>
        </dd>
        <dt>{t('project.column.yourRole')}</dt>
        <dd>{t(`project.roles.${project.role}`)}</dd>
        <dt>{t('project.created')}</dt>
        <dd>{dates.format(new Date(project.created_at))}</dd>
        <dt>{t('project.column.edited')}</dt>
        <dd>{dates.format(new Date(project.updated_at))}</dd>
        <Source projectId={project.id} />
        <dt>{t('project.id')}</dt>
        <dd>
          <code dir="ltr">{project.id}</code> <CopyButton size="s" label={t('project.copyId')} text={project.id} />
        </dd>
      </dl>
    </Card>
  );
}

/** The publication that the workspace was made of, where it was. */
function Source({ projectId }: { projectId: string }) {
  const t = useText();
  const locale = useLocaleId();
  const source = useTemplateSource(projectId);
  if (!source) return null;
  const newest = newerVersion(source);
  return (
    <>
      <dt>{t('template.source.madeOf')}</dt>
      <dd>
        {source.path === null ? (
          <bdi>{source.title}</bdi>
        ) : (
          <a href={`/${locale}${source.path}`} target="_blank" rel="noopener">
            <bdi>{source.title}</bdi>
          </a>
        )}{' '}
        <bdi>{source.version}</bdi>
        {newest !== null && ` · ${t('template.update.isOut', { version: newest })}`}
        {source.newest_version === null && ` · ${t('template.source.gone')}`}
      </dd>
    </>
  );
}

/** What holds for all maps of the workspace, for everybody in it. */
function Maps() {
  const t = useText();
  const { id, show_cursors: showCursors } = useProject();
  const mayUpdate = useCan('update', 'project');
  const change = (isShown: boolean) => {
    changeProject(id, { show_cursors: isShown }).catch((error: unknown) => toast.error(errorText(error)));
  };
  return (
    <Card title={t('project.maps')}>
      <Switch checked={showCursors} disabled={!mayUpdate} onChange={change}>
        {t('project.showCursors')}
      </Switch>
      <p className="settings-note">{t(mayUpdate ? 'project.showCursorsHint' : 'project.needsEditor')}</p>
    </Card>
  );
}

function Storage() {
  const t = useText();
  const { id: projectId } = useProject();
  const number = useNumberFormat();
  const query = useQuery({
    queryKey: ['project-contents', projectId],
    queryFn: () => readContents(projectId),
    staleTime: 0,
  });
  return (
    <Card title={t('project.storage')}>
      {query.error && !query.data && (
        <ErrorState
          title={t('project.storageFailed')}
          onRetry={() => {
            void query.refetch();
          }}
          isRetrying={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      {!query.error && !query.data && <SkeletonRows rows={3} withIcon={false} />}
      {query.data && (
        <>
          {query.data.limit !== null && (
            <ProgressBar
              value={Math.min(100, (query.data.bytes / query.data.limit) * 100)}
              label={t('project.storageUsed')}
              tone={query.data.bytes > query.data.limit * 0.9 ? 'amber' : undefined}
            />
          )}
          <dl className="settings-facts">
            <dt>{t('project.filesTotal')}</dt>
            <dd>
              {t('project.filesSize', {
                number: number.format(query.data.files),
                size: fileSizeText(query.data.bytes),
              })}
            </dd>
            {query.data.limit !== null && (
              <>
                <dt>{t('project.allowed')}</dt>
                <dd>
                  <bdi dir="ltr">{fileSizeText(query.data.limit)}</bdi>
                </dd>
              </>
            )}
            <dt>{t('project.inTrash')}</dt>
            <dd>
              <bdi dir="ltr">{fileSizeText(query.data.trashBytes)}</bdi>
            </dd>
            <dt>{t('project.mapsTotal')}</dt>
            <dd>{number.format(query.data.maps)}</dd>
            <dt>{t('project.notebooksTotal')}</dt>
            <dd>{number.format(query.data.notebooks)}</dd>
          </dl>
        </>
      )}
    </Card>
  );
}

async function readContents(projectId: string): Promise<{
  files: number;
  bytes: number;
  limit: number | null;
  trashBytes: number;
  maps: number;
  notebooks: number;
}> {
  const params = { projectId };
  const [usage, maps, notebooks] = await Promise.all([
    api.call(file.fileUsageOf, { params }),
    api.call(map.listMaps, { params }),
    api.call(notebook.listNotebooks, { params }),
  ]);
  const { files, bytes, limit, trashBytes } = usage.data.project;
  return { files, bytes, limit, trashBytes, maps: maps.data.length, notebooks: notebooks.data.length };
}

function Ways({ onClose }: { onClose: () => void }) {
  const t = useText();
  const project = useProject();
  const { id: userId } = useSession();
  const mayDuplicate = useCan('duplicate', 'project');
  const isGuest = project.role !== 'PROJECT_OWNER' && project.creator !== userId;
  const leaving = (act: () => unknown) => () => {
    onClose();
    act();
  };
  return (
    <Card title={t('project.more')}>
      <div className="settings-ways">
        <Button
          icon={<CopyPlusIcon />}
          disabled={!mayDuplicate}
          title={mayDuplicate ? undefined : t('project.needsEditor')}
          onClick={leaving(() => void duplicateProject(project))}
        >
          {t('project.duplicate')}
        </Button>
        {isGuest && (
          <Button icon={<LogoutIcon />} onClick={leaving(() => void leaveProjectAfterAsking(project))}>
            {t('project.leave')}
          </Button>
        )}
        <Button
          variant="danger"
          icon={<TrashIcon />}
          disabled={!project.can_delete}
          onClick={leaving(() => void deleteProjectAfterAsking(project))}
        >
          {t('project.delete')}
        </Button>
      </div>
      <p className="settings-note">
        {project.can_delete ? t('project.deleteText') : t('project.deleteRefused', { reason: t('project.needsOwner') })}
      </p>
    </Card>
  );
}
