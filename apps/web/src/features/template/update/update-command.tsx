import { SparklesIcon } from '@groma/ui';
import { queryClient } from '../../../platform/api.ts';
import { readProject } from '../../../platform/session.ts';
import { defineCommand } from '../../../registry/command.ts';
import { openDialog } from '../../../registry/dialog.ts';
import { newerVersion, type TemplateSource } from '../../../registry/template-source.ts';

/** What is known of the source of the open workspace, where a newer version of it is out. */
function outdatedSource(): TemplateSource | null {
  const project = readProject();
  const source = project && queryClient.getQueryData<TemplateSource | null>(['template-source', project.id]);
  return source && newerVersion(source) !== null ? source : null;
}

/** Shows what is new in the publication that the workspace was made of. */
export const showUpdate = defineCommand({
  id: 'template.show-update',
  title: 'template.update.show',
  icon: SparklesIcon,
  isEnabled: () => outdatedSource() !== null,
  run: async () => {
    const source = outdatedSource();
    if (!source) return;
    const { UpdateDialog } = await import('./update-dialog.tsx');
    openDialog(function UpdateHost(props) {
      return <UpdateDialog {...props} source={source} />;
    });
  },
});
