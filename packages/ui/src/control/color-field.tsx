import { ColorPicker, Popover } from '@mantine/core';
import { useState } from 'react';
import { alphaOf, parseHex, withAlpha } from './color-value.ts';
import { NumberField } from './number-field.tsx';
import { TextField } from './text-field.tsx';

export interface ColorFieldProps {
  /** What has the colour. */
  label: string;
  /** `#rrggbb`, or `#rrggbbaa` where it is see-through. */
  value: string;
  onChange: (value: string) => void;
  texts: { hex: string; opacity: string; invalid: string };
  /** Colours to choose from, besides all others. */
  swatches?: readonly string[];
  withAlpha?: boolean;
  disabled?: boolean;
  /** Draws the colour alone, for lists. */
  compact?: boolean;
}

/** A colour: a square that opens a picker, with its letters and its opacity in fields. */
export function ColorField({
  label,
  value,
  onChange,
  texts,
  swatches,
  withAlpha: hasAlpha = true,
  disabled,
  compact,
}: ColorFieldProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened && !disabled}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <button
          type="button"
          className="g-color"
          data-compact={compact || undefined}
          disabled={disabled}
          aria-label={`${label}: ${value}`}
          aria-haspopup="dialog"
          onClick={() => setOpened(!opened)}
        >
          <span className="g-color-square">
            <span style={{ background: value }} />
          </span>
          {!compact && (
            <span className="g-color-text" dir="ltr">
              {value.slice(0, 7).toUpperCase()}
              {alphaOf(value) < 1 && <small>{Math.round(alphaOf(value) * 100)} %</small>}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="g-color-box" aria-label={label}>
        <ColorPicker
          format={hasAlpha ? 'hexa' : 'hex'}
          value={value}
          fullWidth
          size="sm"
          swatches={swatches ? [...swatches] : undefined}
          swatchesPerRow={8}
          onChange={(next) => {
            const hex = parseHex(next);
            if (hex && hex !== value) onChange(withAlpha(hex, alphaOf(hex)));
          }}
        />
        <div className="g-color-fields">
          <HexField label={texts.hex} invalid={texts.invalid} value={value} hasAlpha={hasAlpha} onChange={onChange} />
          {hasAlpha && (
            <NumberField
              label={texts.opacity}
              size="s"
              min={0}
              max={100}
              decimalScale={0}
              suffix=" %"
              value={Math.round(alphaOf(value) * 100)}
              onChange={(percent) => {
                if (percent !== null && percent >= 0 && percent <= 100) onChange(withAlpha(value, percent / 100));
              }}
            />
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Takes a colour by its letters when the person is done with them. */
function HexField({
  label,
  invalid,
  value,
  hasAlpha,
  onChange,
}: {
  label: string;
  invalid: string;
  value: string;
  hasAlpha: boolean;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const parsed = typed === null ? value : parseHex(typed);
  const take = () => {
    if (typed === null || !parsed) return;
    // Six letters say nothing of opacity: it stays.
    onChange(
      parsed.length === 9 && hasAlpha
        ? withAlpha(parsed, alphaOf(parsed))
        : withAlpha(parsed, hasAlpha ? alphaOf(value) : 1),
    );
    setTyped(null);
  };
  return (
    <TextField
      label={label}
      size="s"
      className="g-color-hex"
      spellCheck={false}
      value={typed ?? value.slice(0, 7).toUpperCase()}
      error={parsed ? undefined : invalid}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          take();
        }
      }}
    />
  );
}
