import { useId, useLayoutEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { openMention, type MentionOption, type OpenMention } from './mention.ts';
import { TextArea } from './text-field.tsx';

export interface MentionFieldProps {
  label: string;
  /** Only for those who do not see the field. */
  hideLabel?: boolean;
  value: string;
  onChange: (value: string) => void;
  /** What a mention begins with. */
  sign: string;
  options: readonly MentionOption[];
  placeholder?: string;
  error?: string | null;
  disabled?: boolean;
  /** Lines at first; it grows with what is written. */
  rows?: number;
  /** Enter; Shift+Enter begins a line. */
  onSubmit?: () => void;
  /** Told of what was chosen from the list. */
  onMention?: (option: MentionOption) => void;
}

/** Text in which things can be named: behind the sign a list opens, arrow keys choose, Enter or Tab takes. */
export function MentionField({
  label,
  hideLabel,
  value,
  onChange,
  sign,
  options,
  placeholder,
  error,
  disabled,
  rows = 2,
  onSubmit,
  onMention,
}: MentionFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  /** Where the caret goes with the value that was chosen; a frame later it would undo what was typed until then. */
  const nextCaret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (nextCaret.current !== null) field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  }, [value]);
  /** Where a mention may be open; what can be mentioned may come later. */
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const open = caret === null ? null : openMention(value, caret, sign, options);
  const look = (): void => {
    const area = field.current;
    setCaret(area && area.selectionStart === area.selectionEnd ? area.selectionStart : null);
    setActive(0);
  };
  const take = (option: MentionOption): void => {
    if (!open) return;
    const end = open.start + sign.length + open.query.length;
    const before = `${value.slice(0, open.start)}${sign}${option.name} `;
    const next = before + value.slice(end).replace(/^ /, '');
    if (next === value) field.current?.setSelectionRange(before.length, before.length);
    else nextCaret.current = before.length;
    onChange(next);
    onMention?.(option);
    setCaret(null);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (open) return onListKey(event, open);
    if (event.key !== 'Enter' || event.shiftKey || !onSubmit) return;
    event.preventDefault();
    onSubmit();
  };
  const onListKey = (event: KeyboardEvent, { options: shown }: OpenMention): void => {
    if (event.key === 'ArrowDown') setActive((active + 1) % shown.length);
    else if (event.key === 'ArrowUp') setActive((active + shown.length - 1) % shown.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(shown[Math.min(active, shown.length - 1)]!);
    else if (event.key === 'Escape') setCaret(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="g-mention" style={{ '--mention-rows': rows } as CSSProperties}>
      <TextArea
        ref={field}
        {...(hideLabel ? { 'aria-label': label } : { label })}
        value={value}
        placeholder={placeholder}
        error={error ?? undefined}
        disabled={disabled}
        rows={rows}
        role="combobox"
        aria-expanded={open !== null}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open ? `${listId}-${active}` : undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          look();
        }}
        onKeyDown={onKey}
        onClick={look}
        onBlur={() => setCaret(null)}
        onKeyUp={(event) => {
          if (event.key.startsWith('Arrow') && !open) look();
        }}
      />
      {open && (
        <ul className="g-mention-list" id={listId} role="listbox" aria-label={label}>
          {open.options.map((option, index) => (
            <li
              key={option.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              data-active={index === active || undefined}
              onMouseDown={(event) => {
                event.preventDefault();
                take(option);
              }}
              onMouseEnter={() => setActive(index)}
            >
              <span>{option.name}</span>
              {option.note !== undefined && <small>{option.note}</small>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
