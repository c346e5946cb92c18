import { Segmented } from '@groma/ui';
import { useText } from '../../../platform/text.ts';

interface OutputChoiceProps {
  value: 'layer' | 'replace';
  /** Why features cannot be replaced; null where they can. */
  replaceRefusal: string | null;
  onChange: (output: 'layer' | 'replace') => void;
}

/** What becomes of the result: a layer of its own, or the place of what it is made of (GEO-077). */
export function OutputChoice({ value, replaceRefusal, onChange }: OutputChoiceProps) {
  const t = useText();
  return (
    <div className="function-output">
      <span>{t('function.result')}</span>
      <Segmented
        label={t('function.result')}
        size="s"
        fullWidth
        value={value}
        onChange={onChange}
        options={[
          { value: 'layer', label: t('function.newLayer') },
          { value: 'replace', label: t('function.replace'), disabled: replaceRefusal !== null },
        ]}
      />
      {replaceRefusal !== null && <small>{replaceRefusal}</small>}
    </div>
  );
}
