import { toast } from '@groma/ui';
import { errorText } from '../../platform/api.ts';
import type { Project, Tenant } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { openDialog } from '../../registry/dialog.ts';

/** Dialogs come when they are asked for; what does not come says so. */
async function bring<Part>(load: () => Promise<Part>): Promise<Part | null> {
  try {
    return await load();
  } catch (error) {
    toast.error(errorText(error), { title: t('shell.partNotLoaded') });
    return null;
  }
}

export async function openCreateDialog(tenant: Pick<Tenant, 'id' | 'name'>): Promise<void> {
  const part = await bring(() => import('./create-dialog.tsx'));
  if (part)
    openDialog(function ProjectCreateDialog(props) {
      return <part.CreateDialog {...props} tenant={tenant} />;
    });
}

export async function openRenameDialog(project: Project): Promise<void> {
  const part = await bring(() => import('./rename-dialog.tsx'));
  if (part)
    openDialog(function ProjectRenameDialog(props) {
      return <part.ProjectRename {...props} project={project} />;
    });
}

export async function openShareDialog(project: Project): Promise<void> {
  const part = await bring(() => import('./share-dialog.tsx'));
  if (part)
    openDialog(function ProjectShareDialog(props) {
      return <part.ShareDialog {...props} project={project} />;
    });
}
