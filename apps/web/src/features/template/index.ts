import { registerCommands } from '../../registry/command.ts';
import { registerStatusItem } from '../../registry/status.ts';
import { publishCommands } from './publish/publish-commands.ts';
import { showUpdate } from './update/update-command.tsx';
import { UpdateItem } from './update/update-item.tsx';
import { makeOfTemplate } from './use/use-command.ts';

/** Adds publishing to the workspace, and the notice of a newer version of what it was made of. */
export function registerTemplate(): void {
  registerCommands([...Object.values(publishCommands), showUpdate, makeOfTemplate]);
  registerStatusItem({ id: 'template-update', side: 'end', order: 3, Component: UpdateItem });
}
