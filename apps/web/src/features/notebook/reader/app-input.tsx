import type { AppBlock, AppValues } from '@groma/protocol';
import { NumberField, SliderField, TextField } from '@groma/ui';
import { useContext, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { ReaderPartsContext } from './reader-parts.ts';

type Input = Extract<AppBlock, { name: string }>;

interface AppInputProps {
  input: Input;
  value: AppValues[string] | undefined;
  /** Its author lets nobody run the notebook. */
  isDisabled: boolean;
  /** Once, when the reader is done with it. */
  onChange(value: AppValues[string]): void;
}

/** An input of an application, which a reader may set. */
export function AppInput({ input, value, isDisabled, onChange }: AppInputProps) {
  return (
    <section className="widget app-input" aria-label={input.label}>
      <header className="widget-head">
        <span className="widget-label" dir="auto">
          {input.label}
        </span>
      </header>
      <div className="widget-body">
        {isDisabled ? (
          <div className="widget-value" dir="auto">
            {Array.isArray(value) ? value.join(', ') : value}
          </div>
        ) : (
          <Control input={input} value={value} onChange={onChange} />
        )}
      </div>
    </section>
  );
}

function Control({ input, value, onChange }: Omit<AppInputProps, 'isDisabled'>) {
  const { label } = input;
  const parts = useContext(ReaderPartsContext);
  if (!parts) return null;
  switch (input.kind) {
    case 'slider':
      return <SliderInput input={input} value={typeof value === 'number' ? value : input.value} onChange={onChange} />;
    case 'text-input':
      return <TextInput label={label} value={typeof value === 'string' ? value : input.value} onChange={onChange} />;
    case 'date':
      return (
        <parts.DateField label={label} date={typeof value === 'string' ? value : input.value} onChange={onChange} />
      );
    case 'choice':
      return (
        <parts.Choice
          label={label}
          setting={{
            options: input.options,
            selected: typeof value === 'string' ? [value] : [],
            allowMultiple: false,
          }}
          onChange={(selected) => onChange(selected[0] ?? null)}
        />
      );
    case 'choices':
      return (
        <parts.Choice
          label={label}
          setting={{ options: input.options, selected: Array.isArray(value) ? value : [], allowMultiple: true }}
          onChange={onChange}
        />
      );
    default:
      return input satisfies never;
  }
}

/** It follows the hand, and is taken when the hand lets go. */
function SliderInput({
  input: { label, min, max, step },
  value,
  onChange,
}: {
  input: Extract<Input, { kind: 'slider' }>;
  value: number;
  onChange(value: number): void;
}) {
  const t = useText();
  const [moving, setMoving] = useState<number | null>(null);
  const [typed, setTyped] = useState<{ number: number | null } | null>(null);
  const take = (wanted: number | null) => {
    setMoving(null);
    setTyped(null);
    if (wanted !== null && wanted !== value) onChange(Math.min(max, Math.max(min, wanted)));
  };
  const finish = () => {
    if (typed) take(typed.number);
  };
  return (
    <div className="widget-slider">
      <SliderField
        label={label}
        hideLabel
        withField={false}
        value={moving ?? value}
        min={min}
        max={max}
        step={step}
        onChange={setMoving}
        onChangeEnd={take}
      />
      <NumberField
        size="s"
        className="widget-number"
        aria-label={t('notebook.slider.valueOf', { label })}
        value={typed ? typed.number : (moving ?? value)}
        step={step}
        hideControls={false}
        onChange={(number) => {
          if (number !== (typed ? typed.number : (moving ?? value))) setTyped({ number });
        }}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish();
        }}
      />
    </div>
  );
}

function TextInput({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  const t = useText();
  const [draft, setDraft] = useState<string | null>(null);
  const finish = () => {
    setDraft(null);
    if (draft !== null && draft !== value) onChange(draft);
  };
  return (
    <TextField
      aria-label={label}
      value={draft ?? value}
      maxLength={10_000}
      dir="auto"
      placeholder={t('notebook.input.textHint')}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
      }}
    />
  );
}
