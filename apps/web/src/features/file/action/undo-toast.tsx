import { Button, toast } from '@groma/ui';
import { errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';

const standsMs = 8_000;

/** Says what was done, with a button that takes it back. */
export function toastWithUndo(text: string, undo: () => Promise<void>): void {
  const id = `file-undo-${crypto.randomUUID()}`;
  const run = () => {
    toast.dismiss(id);
    undo().catch((error: unknown) => {
      toast.error(errorText(error), { title: t('file.undoFailed') });
    });
  };
  toast.success(
    <span className="file-undo">
      {text}{' '}
      <Button size="s" variant="quiet" onClick={run}>
        {t('file.undo')}
      </Button>
    </span>,
    { id, duration: standsMs },
  );
}
