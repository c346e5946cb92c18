import { Button } from '../control/button.tsx';
import { AlertCircleIcon, CircleCheckIcon } from '../icons.ts';
import { useTexts } from '../provider/interface-context.ts';
import { Dialog } from './dialog.tsx';
import type { Question } from './overlay-store.ts';

/** How something ended, with the one button that closes it. */
export function StatusBox({ question: { title, body, confirmLabel, status, isOpen, answer } }: { question: Question }) {
  const texts = useTexts();
  const StatusIcon = status === 'error' ? AlertCircleIcon : CircleCheckIcon;
  return (
    <Dialog
      opened={isOpen}
      onClose={() => answer(true)}
      title={title}
      foot={
        <Button variant="primary" onClick={() => answer(true)} data-autofocus>
          {confirmLabel ?? texts.close}
        </Button>
      }
    >
      <div className="g-status-box" data-kind={status} role={status === 'error' ? 'alert' : 'status'}>
        <StatusIcon size={20} />
        <div>{body ?? title}</div>
      </div>
    </Dialog>
  );
}
