import { type Column } from '@groma/geo';
import { TextArea } from '@groma/ui';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../../../platform/text.ts';
import { completionsAt, type Completion } from './completion.ts';
import { functionText } from './expression-text.ts';
import './expression-field.css';

interface ExpressionFieldProps {
  label: string;
  value: string;
  columns: readonly Column[];
  onChange: (text: string) => void;
  /** What is wrong with it, in words. */
  problem: string | null;
  hint?: string;
  disabled?: boolean;
  placeholder?: string;
}

/** A field for an expression, with the columns after a dollar and the functions as they are typed. */
export function ExpressionField({
  label,
  value,
  columns,
  onChange,
  problem,
  hint,
  disabled,
  placeholder,
}: ExpressionFieldProps) {
  const t = useText();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [found, setFound] = useState<readonly Completion[]>([]);
  const [active, setActive] = useState(0);
  const caretAfter = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caretAfter.current === null) return;
    field.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  }, [value]);
  const look = (text: string, caret: number) => {
    setFound(completionsAt(text, caret, columns));
    setActive(0);
  };
  const take = ({ insert, from }: Completion) => {
    const caret = field.current?.selectionEnd ?? value.length;
    const next = value.slice(0, from) + insert + value.slice(caret).replace(insert.endsWith('(') ? /^\(/ : /^\}/, '');
    caretAfter.current = from + insert.length;
    onChange(next);
    setFound([]);
    field.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const chosen = found[active];
    if (!chosen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + found.length) % found.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen);
    else if (event.key === 'Escape') setFound([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="expression-field">
      <TextArea
        ref={field}
        label={label}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        dir="ltr"
        disabled={disabled}
        value={value}
        error={problem ?? undefined}
        hint={hint}
        placeholder={placeholder}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found[active] ? `${id}-${active}` : undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          look(event.currentTarget.value, event.currentTarget.selectionEnd);
        }}
        onKeyDown={press}
        onBlur={() => setFound([])}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={t('expression.completions')}
        hidden={found.length === 0}
        className="expression-completions"
        dir="ltr"
      >
        {found.map((each, index) => (
          <li
            key={`${each.kind} ${each.name}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseDown={(event) => {
              event.preventDefault();
              take(each);
            }}
          >
            <b>{each.kind === 'column' ? `$${each.name}` : each.detail}</b>
            <small>{each.kind === 'column' ? t(`expression.columnType.${each.detail}`) : functionText(each)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
