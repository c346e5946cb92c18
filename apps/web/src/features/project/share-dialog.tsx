import { Button, Dialog, ErrorState, LinkIcon, Note, SkeletonRows } from '@groma/ui';
import { errorText } from '../../platform/api.ts';
import type { Project } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import type { DialogHostProps } from '../../registry/dialog.ts';
import { entryOfCommand } from '../../registry/menu-entry.ts';
import { copyProjectLink } from './project-link.ts';
import { useProjectAccess, type ProjectAccess } from './share-calls.ts';
import { ShareInvitations } from './share-invitations.tsx';
import { ShareInviteForm } from './share-invite-form.tsx';
import { ShareLevels } from './share-levels.tsx';
import { SharePeople } from './share-people.tsx';
import './share-dialog.css';

/**
 * Who may come into a project: by name, as a member of its tenant, or as anyone. Whoever may not share sees it all the
 * same.
 */
export function ShareDialog({ project, opened, onClose }: DialogHostProps & { project: Project }) {
  const t = useText();
  const access = useProjectAccess(project.id);
  const foot = (
    <>
      <Button
        className="share-copy"
        icon={<LinkIcon />}
        onClick={() => {
          void copyProjectLink(project);
        }}
      >
        {t('project.copyLink')}
      </Button>
      <PublishButton projectId={project.id} />
      <Button onClick={onClose}>{t('project.done')}</Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('project.shareTitle', { name: project.name })}
      size="l"
      foot={foot}
    >
      {access.data ? <ShareBody projectId={project.id} access={access.data} /> : <Missing access={access} />}
    </Dialog>
  );
}

/** To everybody, as a publication, where this person may do that. */
function PublishButton({ projectId }: { projectId: string }) {
  const entry = entryOfCommand('template.publish', { type: 'SOLUTION', id: projectId });
  if (!entry) return null;
  return (
    <Button
      icon={entry.icon}
      disabled={entry.disabledReason !== undefined}
      title={entry.disabledReason}
      onClick={entry.onSelect}
    >
      {entry.label}
    </Button>
  );
}

function Missing({ access: { error, refetch, isFetching } }: { access: ReturnType<typeof useProjectAccess> }) {
  const t = useText();
  if (!error) return <SkeletonRows rows={4} />;
  return (
    <ErrorState
      title={t('project.peopleFailed')}
      onRetry={() => {
        void refetch();
      }}
      isRetrying={isFetching}
    >
      {errorText(error)}
    </ErrorState>
  );
}

function ShareBody({ projectId, access }: { projectId: string; access: ProjectAccess }) {
  const t = useText();
  const isPlanOver = access.plan_outcome !== 'NO_ERROR';
  const mayShare = access.may_share && !isPlanOver;
  return (
    <>
      {isPlanOver && <Note kind="warning">{t('project.planEnded', { tenant: access.tenant.name })}</Note>}
      {!isPlanOver && !mayShare && <Note>{t('project.mayNotShare')}</Note>}
      {mayShare && <ShareInviteForm projectId={projectId} />}
      <SharePeople projectId={projectId} access={access} />
      {access.may_share && <ShareInvitations projectId={projectId} mayInvite={mayShare} />}
      <ShareLevels projectId={projectId} access={access} mayShare={mayShare} />
    </>
  );
}
