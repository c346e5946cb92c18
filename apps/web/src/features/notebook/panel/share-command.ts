import { LinkIcon, toast } from '@groma/ui';
import { can, readProject } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';
import { findNotebook } from '../notebooks/notebook-list.ts';

/** Asks for a link to a notebook that others can read by. */
export const share = defineCommand({
  id: 'notebook.share',
  title: 'notebook.share.open',
  icon: LinkIcon,
  isHidden: true,
  argument: async () => (await import('../notebooks/notebook-arguments.ts')).notebookArgument,
  isEnabled: () => can('publish', 'notebook'),
  run: async ({ notebookId }) => {
    const project = readProject();
    const found = project && (await findNotebook(project.id, notebookId));
    if (found) (await import('./ask-share-link.tsx')).askShareLink(project.id, found);
    else toast.error(t('notebook.gone'));
  },
});
