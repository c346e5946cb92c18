import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { XIcon } from '../icons.ts';
import { fillText } from '../texts.ts';
import { useTexts } from '../provider/interface-context.ts';
import { refusalOf, splitTags } from './tag-rules.ts';

export interface TagFieldProps {
  label: string;
  /** Shown under the field while nothing is wrong. */
  hint?: string;
  placeholder?: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** True takes a tag; false refuses it with "Invalid value", a text with that text. */
  validate?: (tag: string) => boolean | string;
  disabled?: boolean;
}

/** Keys that end a tag (SHL-067). */
const enders = new Set(['Enter', ' ', ',']);

/**
 * Several short values in one field. Enter, space or comma adds what is typed, Backspace in the empty field takes the
 * last away, a double click (or Enter on the tag) edits one. What cannot be added stays typed, and the reason stands
 * below.
 */
export function TagField({ label, hint, placeholder, value, onChange, validate, disabled = false }: TagFieldProps) {
  const words = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [editing, setEditing] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const others = value.filter((_tag, index) => index !== editing);

  /** Puts the tags in the place of the one that is edited, else at the end; stops at the first that is refused. */
  const add = (tags: readonly string[]): void => {
    const kept = [...others];
    let at = editing ?? kept.length;
    for (const [index, tag] of tags.entries()) {
      const problem = refusalOf(tag, kept, validate, words.tags);
      if (problem !== null) {
        if (index > 0) commit(kept);
        setTyped(tags.slice(index).join(' '));
        return setRefusal(problem);
      }
      kept.splice(at, 0, tag.trim());
      at += 1;
    }
    setTyped('');
    commit(kept);
  };
  const commit = (tags: string[]): void => {
    setEditing(null);
    setRefusal(null);
    onChange(tags);
  };
  const edit = (index: number): void => {
    if (disabled) return;
    setEditing(index);
    setTyped(value[index] ?? '');
    setRefusal(null);
    input.current?.focus();
  };
  const remove = (index: number): void => {
    commit(value.filter((_tag, place) => place !== index));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (enders.has(event.key)) {
      event.preventDefault();
      // A space before anything is typed is not a wish to add.
      if (event.key !== ' ' || typed.trim() !== '') add([typed]);
    } else if (event.key === 'Backspace' && typed === '' && editing === null && value.length > 0) {
      event.preventDefault();
      remove(value.length - 1);
    } else if (event.key === 'Escape' && editing !== null) {
      event.stopPropagation();
      setEditing(null);
      setTyped('');
      setRefusal(null);
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const tags = splitTags(event.clipboardData.getData('text'));
    if (tags.length < 2) return;
    event.preventDefault();
    add(tags);
  };
  const onBlur = (): void => {
    if (typed.trim() !== '') add([typed]);
    else if (editing !== null) setEditing(null);
  };
  return (
    <div className="g-tag-field" data-disabled={disabled || undefined}>
      <label className="mantine-InputWrapper-label" htmlFor={id}>
        {label}
      </label>
      <div
        className="g-tag-box"
        data-error={refusal !== null || undefined}
        onClick={(event) => {
          if (event.target === event.currentTarget) input.current?.focus();
        }}
      >
        {value.map(
          (tag, index) =>
            index !== editing && (
              <span key={tag} className="g-tag" onDoubleClick={() => edit(index)}>
                <button
                  type="button"
                  className="g-tag-text"
                  dir="auto"
                  disabled={disabled}
                  title={fillText(words.tags.edit, { name: tag })}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter') {
                      event.preventDefault();
                      edit(index);
                    }
                  }}
                >
                  {tag}
                </button>
                <button
                  type="button"
                  className="g-tag-remove"
                  disabled={disabled}
                  aria-label={fillText(words.tags.remove, { name: tag })}
                  onClick={() => remove(index)}
                >
                  <XIcon size={12} />
                </button>
              </span>
            ),
        )}
        <input
          ref={input}
          id={id}
          dir="auto"
          value={typed}
          disabled={disabled}
          placeholder={value.length === 0 ? placeholder : undefined}
          aria-invalid={refusal !== null || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setRefusal(null);
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={onBlur}
        />
      </div>
      <div
        id={`${id}-note`}
        className={refusal === null ? 'mantine-InputWrapper-description' : 'mantine-InputWrapper-error'}
        aria-live="polite"
      >
        {refusal ?? hint}
      </div>
    </div>
  );
}
