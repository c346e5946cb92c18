import { Button, PasswordField, TextField } from '@groma/ui';
import type { WholeOutput } from '@groma/model';
import { useContext, useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useSession } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { useNotebook } from '../block/notebook-context.ts';
import { hasTypedLately } from './typed-lately.ts';
import { OwnBlock } from './own-block.ts';

type Input = Extract<WholeOutput, { kind: 'input' }>;

/**
 * A line that code asks for (NBK-144): a field for who runs the block, and for others what is asked. The answer is sent
 * to the code alone; it stands in the notebook only once the code has been given it.
 */
export function InputOutput({ input }: { input: Input }) {
  const t = useText();
  const { id: userId } = useSession();
  const { isEditable } = useNotebook();
  const own = useContext(OwnBlock);
  const isAsked = own?.isRunning === true && input.display !== undefined;
  if (!isAsked) return <pre className="output-text">{input.prompt}</pre>;
  if (input.askedOf === undefined ? !isEditable : input.askedOf !== userId)
    return (
      <div className="output-input">
        <span className="output-input-prompt">{input.prompt}</span>
        <span role="status">{t('notebook.ask.others')}</span>
      </div>
    );
  return <InputField blockId={own.blockId} inputId={input.display!} input={input} />;
}

function InputField({ blockId, inputId, input }: { blockId: string; inputId: string; input: Input }) {
  const t = useText();
  const { answer, stop, isEditable } = useNotebook();
  const [isSent, setSent] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const fieldId = useId();
  const Field = input.isPassword ? PasswordField : TextField;
  useEffect(() => {
    // Whoever writes elsewhere by now is not led away.
    if (document.hasFocus() && !hasTypedLately()) field.current?.focus();
  }, []);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { current } = field;
    if (!current || isSent || !isEditable) return;
    setSent(true);
    // The field goes; the block that it stands in keeps the focus, and what is typed on is no command.
    const cell = document.activeElement === current ? current.closest<HTMLElement>('.cell') : null;
    if (cell) {
      cell.dataset['answers'] = '';
      cell.focus({ preventScroll: true });
      delete cell.dataset['answers'];
    }
    void answer(blockId, inputId, current.value).then((isTaken) => {
      if (!isTaken) setSent(false);
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    stop(blockId);
  };
  return (
    <form className="output-input" onSubmit={send}>
      <label className="output-input-prompt" htmlFor={fieldId}>
        {input.prompt.trim() === '' ? t('notebook.ask.prompt') : input.prompt}
      </label>
      <Field
        ref={field}
        id={fieldId}
        className="output-input-field"
        size="s"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        dir="auto"
        disabled={isSent || !isEditable}
        onKeyDown={onKeyDown}
      />
      <Button size="s" type="submit" disabled={isSent || !isEditable}>
        {t('notebook.ask.send')}
      </Button>
    </form>
  );
}
