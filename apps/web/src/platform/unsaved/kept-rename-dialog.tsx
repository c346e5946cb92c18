import { RenameDialog, type RenameDialogProps } from '@groma/ui';
import { useKeptText } from './kept-text.ts';

/**
 * Asks for a name; one that is not taken is kept under its place, through a reload too, and stands there the next time.
 */
export function KeptRenameDialog({
  place,
  ...dialog
}: Omit<RenameDialogProps, 'typed' | 'onType'> & { place: string }) {
  const [typed, setTyped] = useKeptText(place);
  return <RenameDialog {...dialog} typed={typed} onType={setTyped} />;
}
