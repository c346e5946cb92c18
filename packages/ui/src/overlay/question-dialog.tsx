import { Button } from '../control/button.tsx';
import { useTexts } from '../provider/interface-context.ts';
import { Dialog } from './dialog.tsx';
import type { Question } from './overlay-store.ts';

/** One question with two answers; leaving it is no. */
export function QuestionDialog({
  question: { title, body, confirmLabel, cancelLabel, danger, isOpen, answer },
}: {
  question: Question;
}) {
  const texts = useTexts();
  const foot = (
    <>
      <Button onClick={() => answer(false)}>{cancelLabel ?? texts.cancel}</Button>
      <Button variant={danger ? 'danger' : 'primary'} onClick={() => answer(true)} data-autofocus>
        {confirmLabel ?? texts.confirm}
      </Button>
    </>
  );
  return (
    <Dialog opened={isOpen} onClose={() => answer(false)} title={title} foot={foot}>
      {body}
    </Dialog>
  );
}
