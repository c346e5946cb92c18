import type { Dataset } from '@groma/model';
import { NumberField, SelectField } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import type { OrderFields } from './order-wish.ts';

interface MaskFieldsProps {
  entry: Dataset;
  fields: OrderFields;
  onChange: (changes: Partial<OrderFields>) => void;
}

/** Which pixels are left out: those that the data set calls spoilt, or by a bit of one of its bands. */
export function MaskFields({ entry, fields: { mask, qaBand, bit, bitValue }, onChange }: MaskFieldsProps) {
  const t = useText();
  const hasOwn = (entry.masks?.length ?? 0) > 0;
  return (
    <>
      <SelectField
        size="s"
        label={t('dataset.mask')}
        options={[
          { value: 'none' as const, label: t('dataset.masks.none') },
          ...(hasOwn ? [{ value: 'own' as const, label: t('dataset.masks.own') }] : []),
          { value: 'bit' as const, label: t('dataset.masks.bit') },
        ]}
        value={mask}
        onChange={(value) => onChange({ mask: value })}
      />
      {mask === 'bit' && (
        <>
          <SelectField
            size="s"
            label={t('dataset.qaBand')}
            options={entry.bands.map(({ name }) => ({ value: name, label: name }))}
            value={qaBand}
            onChange={(value) => onChange({ qaBand: value })}
          />
          <div className="scene-days">
            <NumberField
              size="s"
              label={t('dataset.bit')}
              min={0}
              max={31}
              value={bit}
              onChange={(value) => onChange({ bit: value })}
            />
            <NumberField
              size="s"
              label={t('dataset.bitValue')}
              min={0}
              value={bitValue}
              onChange={(value) => onChange({ bitValue: value })}
            />
          </div>
        </>
      )}
    </>
  );
}
