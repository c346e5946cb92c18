import { legacyEncodings, type LegacyEncoding } from '@groma/model';
import { SelectField } from '@groma/ui';
import { useText } from '../text.ts';

interface EncodingFieldProps {
  value: LegacyEncoding;
  onChange: (encoding: LegacyEncoding) => void;
  /** What to choose by, where nothing above the field says so. */
  hint?: string;
  autoFocus?: boolean;
}

/** The encoding of the text of a file, by language and name. */
export function EncodingField({ value, onChange, hint, autoFocus }: EncodingFieldProps) {
  const t = useText();
  return (
    <SelectField
      label={t('layer.encoding.label')}
      hint={hint}
      nothingFoundMessage={t('layer.encoding.none')}
      searchable
      selectFirstOptionOnChange
      maxDropdownHeight={280}
      data-autofocus={autoFocus || undefined}
      options={legacyEncodings.map((encoding) => ({ value: encoding, label: t(`layer.encoding.names.${encoding}`) }))}
      value={value}
      onChange={onChange}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
