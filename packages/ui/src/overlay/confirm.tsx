import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { Button } from '../control/button.tsx';
import { useTexts } from '../provider/interface-context.ts';

export interface ConfirmOptions {
  /** Names the thing: `Delete “Gauges”?` */
  title: string;
  /** What will happen. */
  body?: ReactNode;
  /** The verb of the action. */
  confirmLabel?: string;
  cancelLabel?: string;
  /** Draws the action as dangerous. */
  danger?: boolean;
}

interface ConfirmContentProps extends ConfirmOptions {
  onAnswer: (answer: boolean) => void;
}

function ConfirmContent({ body, confirmLabel, cancelLabel, danger, onAnswer }: ConfirmContentProps) {
  const texts = useTexts();
  return (
    <>
      <div className="g-dialog-body">{body}</div>
      <div className="g-dialog-foot">
        <Button onClick={() => onAnswer(false)}>{cancelLabel ?? texts.cancel}</Button>
        <Button variant={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)} data-autofocus>{confirmLabel ?? texts.confirm}</Button>
      </div>
    </>
  );
}

/** Asks once, naming the thing. True when confirmed; false on Cancel, Escape or a press outside. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (value: boolean) => {
      resolve(value);
      modals.close(id);
    };
    const id = modals.open({
      title: options.title,
      size: 440,
      onClose: () => resolve(false),
      children: <ConfirmContent {...options} onAnswer={answer} />,
    });
  });
}
