import { nameProblem } from '@groma/model';
import { TextField } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { useWords } from './use-draft.ts';

/** Longest label of a block and longest text of a button, in characters. */
const longestLabel = 200;

interface WordsProps {
  label: string;
  value: string;
  onChange(value: string): void;
  isNeeded?: boolean;
}

/** A word or two of a block's settings, taken when the field is left or Enter is pressed. */
export function WordsField({ label, value, onChange, isNeeded = true }: WordsProps) {
  const {
    words: draft,
    type: setDraft,
    finish,
  } = useWords((words) => {
    const wanted = words.trim();
    if (wanted !== value && (wanted !== '' || !isNeeded)) onChange(wanted);
  });
  return (
    <TextField
      size="s"
      label={label}
      value={draft ?? value}
      maxLength={longestLabel}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
      }}
    />
  );
}

interface VariableProps {
  value: string;
  isShadowed: boolean;
  onChange(value: string): void;
}

/** The variable's name. It is taken as typed, and what keeps code from using it is said (NBK-105). */
export function VariableField({ value, isShadowed, onChange }: VariableProps) {
  const t = useText();
  const {
    words: draft,
    type: setDraft,
    finish,
  } = useWords((words) => {
    if (words.trim() !== value) onChange(words.trim());
  });
  const shown = draft ?? value;
  const problem = nameProblem(shown) ?? (isShadowed && draft === null ? 'shadowed' : null);
  return (
    <TextField
      size="s"
      label={t('notebook.input.variable')}
      value={shown}
      maxLength={120}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      dir="ltr"
      className="widget-name-field"
      error={problem && t(`notebook.input.unused.${problem}`, { name: shown })}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
      }}
    />
  );
}

interface NamingProps {
  label: string;
  varName: string;
  isShadowed: boolean;
  onChange(changes: { label: string } | { varName: string }): void;
}

/** What people and code call the value of a block. */
export function NamingFields({ label, varName, isShadowed, onChange }: NamingProps) {
  const t = useText();
  return (
    <>
      <WordsField label={t('notebook.input.label')} value={label} onChange={(wanted) => onChange({ label: wanted })} />
      <VariableField value={varName} isShadowed={isShadowed} onChange={(wanted) => onChange({ varName: wanted })} />
    </>
  );
}
