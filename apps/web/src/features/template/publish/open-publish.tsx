import { GromaError } from '@groma/model';
import { openDialog } from '../../../registry/dialog.ts';
import { nameOf } from './publication-calls.ts';
import type { Publishable } from './publishable.ts';
import { PublishDialog } from './publish-dialog.tsx';

/** Opens the dialog that publishes something. @throws GromaError NOT_FOUND where it is not there any more. */
export async function openPublish(thing: Publishable): Promise<void> {
  const named = await nameOf(thing);
  if (!named)
    throw new GromaError('NOT_FOUND', { noun: thing.type === 'SOLUTION' ? 'project' : thing.type.toLowerCase() });
  openDialog(function PublishHost(props) {
    return <PublishDialog {...props} thing={named} />;
  });
}
