import { Slider } from '@mantine/core';
import type { ReactNode } from 'react';
import { NumberField } from './number-field.tsx';

export interface SliderFieldProps {
  /** Spoken name, and the label above unless `hideLabel`. */
  label: string;
  hideLabel?: boolean;
  value: number;
  onChange: (value: number) => void;
  /** Once, when the drag or the key press ends. */
  onChangeEnd?: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  /** Shown after the number, as ` %`. */
  suffix?: string;
  /** Off where the value is written elsewhere. */
  withField?: boolean;
  disabled?: boolean;
  hint?: ReactNode;
}

// A tick each twentieth, a longer one each quarter, in a 100 × 6 box stretched over the track.
const ticks = Array.from({ length: 21 }, (_, index) => {
  const x = index === 0 ? 0.3 : index === 20 ? 99.7 : index * 5;
  return `M${x} 6V${index % 5 === 0 ? 0 : 3.5}`;
}).join('');

function decimals(step: number): number {
  return Math.min(6, (String(step).split('.')[1] ?? '').length);
}

/** A value on its ruler, with the value in a field beside it. */
export function SliderField({
  label,
  hideLabel,
  value,
  onChange,
  onChangeEnd,
  min = 0,
  max = 100,
  step = 1,
  suffix,
  withField = true,
  disabled,
  hint,
}: SliderFieldProps) {
  const accept = (next: number | null) => {
    if (next === null || next < min || next > max) return;
    onChange(next);
    onChangeEnd?.(next);
  };
  return (
    <div className="g-slider-field">
      {!hideLabel && (
        <span className="mantine-InputWrapper-label" aria-hidden>
          {label}
        </span>
      )}
      <div className="g-slider-row">
        <div className="g-slider">
          <Slider
            value={value}
            onChange={onChange}
            onChangeEnd={onChangeEnd}
            min={min}
            max={max}
            step={step}
            disabled={disabled}
            label={null}
            thumbLabel={label}
            size={2}
            thumbSize={12}
          />
          <svg className="g-ticks" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <path d={ticks} />
          </svg>
        </div>
        {withField && (
          <NumberField
            className="g-slider-number"
            size="s"
            aria-label={label}
            value={value}
            min={min}
            max={max}
            step={step}
            decimalScale={decimals(step)}
            suffix={suffix}
            disabled={disabled}
            onChange={accept}
          />
        )}
      </div>
      {hint && <div className="mantine-InputWrapper-description">{hint}</div>}
    </div>
  );
}
