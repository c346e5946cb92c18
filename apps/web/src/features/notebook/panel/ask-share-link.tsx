import { openDialog } from '../../../registry/dialog.ts';
import { ShareDialog } from './share-dialog.tsx';

/** Opens the dialog that makes a link with which anyone can read a notebook for a while. */
export function askShareLink(projectId: string, { id, name }: { id: string; name: string }): void {
  openDialog((props) => <ShareDialog {...props} projectId={projectId} notebookId={id} name={name} />);
}
