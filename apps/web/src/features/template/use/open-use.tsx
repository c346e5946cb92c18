import { bringTexts } from '../../../platform/text.ts';
import { openDialog } from '../../../registry/dialog.ts';
import type { SomeVersion } from './version-argument.ts';
import { UseDialog } from './use-dialog.tsx';

/** Opens the dialog that makes a workspace of a publication. */
export async function openUse(wanted: SomeVersion): Promise<void> {
  await bringTexts();
  openDialog(function UseHost(props) {
    return <UseDialog {...props} {...wanted} />;
  });
}
