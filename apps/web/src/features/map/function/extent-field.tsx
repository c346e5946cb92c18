import { Button, CrosshairIcon, Segmented } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { visibleExtent } from './visible-extent.ts';

interface ExtentFieldProps {
  mapId: string;
  label: string;
  /** Null for the extent of the features. */
  value: string | null;
  onChange: (extent: string | null) => void;
}

/** What a grid covers: the features, or what the map shows at the moment it is taken. */
export function ExtentField({ mapId, label, value, onChange }: ExtentFieldProps) {
  const t = useText();
  const take = () => onChange(visibleExtent(mapId) ?? value);
  return (
    <div className="function-output">
      <span>{label}</span>
      <Segmented
        label={label}
        size="s"
        fullWidth
        value={value === null ? 'features' : 'visible'}
        onChange={(chosen) => (chosen === 'features' ? onChange(null) : take())}
        options={[
          { value: 'features', label: t('function.extentOfFeatures') },
          { value: 'visible', label: t('function.visibleArea'), disabled: visibleExtent(mapId) === null },
        ]}
      />
      {value !== null && (
        <>
          <small>{rounded(value)}</small>
          <Button size="s" variant="quiet" icon={<CrosshairIcon size={14} />} onClick={take}>
            {t('function.takeVisible')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Degrees as they are read. */
function rounded(extent: string): string {
  return extent
    .split(',')
    .map((degrees) => `${Number(Number(degrees).toFixed(3))}°`)
    .join(', ');
}
