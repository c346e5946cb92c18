import { Segmented } from '@groma/ui';
import { useText } from '../../../platform/text.ts';

/** What becomes of a result. */
export type OutputKind = 'layer' | 'replace' | 'file';

interface OutputChoiceProps {
  value: OutputKind;
  /** The tool never replaces features. */
  isWithoutReplace: boolean;
  /** Why features cannot be replaced; null where they can. */
  replaceRefusal: string | null;
  mayWrite: boolean;
  onChange: (output: OutputKind) => void;
}

/** What becomes of the result: a layer of its own, the place of what it is made of, or a file (GEO-077, GEO-091). */
export function OutputChoice({ value, isWithoutReplace, replaceRefusal, mayWrite, onChange }: OutputChoiceProps) {
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
          ...(isWithoutReplace
            ? []
            : [{ value: 'replace' as const, label: t('function.replace'), disabled: replaceRefusal !== null }]),
          { value: 'file', label: t('function.file'), disabled: !mayWrite },
        ]}
      />
      {!isWithoutReplace && replaceRefusal !== null && <small>{replaceRefusal}</small>}
    </div>
  );
}
