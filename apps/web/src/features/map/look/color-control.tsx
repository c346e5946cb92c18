import type { Color } from '@groma/model';
import { ColorField } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { fromHex, toHex } from './color-text.ts';

interface ColorControlProps {
  label: string;
  value: Color;
  onChange: (color: Color) => void;
  disabled?: boolean;
  compact?: boolean;
  withAlpha?: boolean;
}

const swatches = [
  '#34489d',
  '#0f7d74',
  '#b25814',
  '#8e357d',
  '#527620',
  '#b0343e',
  '#2670a8',
  '#785c26',
  '#1c1e21',
  '#6b7280',
  '#9ca3af',
  '#ffffff',
  '#f2c14e',
  '#e4572e',
  '#17bebb',
  '#76b041',
];

/** A colour of a style. */
export function ColorControl({ label, value, onChange, ...rest }: ColorControlProps) {
  const t = useText();
  return (
    <ColorField
      label={label}
      value={toHex(value)}
      onChange={(hex) => onChange(fromHex(hex))}
      swatches={swatches}
      {...rest}
      texts={{ hex: t('style.hex'), opacity: t('style.opacity'), invalid: t('style.hexWrong') }}
    />
  );
}
