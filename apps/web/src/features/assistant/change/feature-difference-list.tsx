import type { WireValue } from '@groma/protocol';
import { ArrowRightIcon, Badge, Button } from '@groma/ui';
import { useMemo, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { featureDifferences, type FeatureDifference } from './feature-differences.ts';

/** Features that are shown before somebody asks for all. */
const mostShown = 20;
const tones = { changed: 'neutral', added: 'green', deleted: 'red' } as const;

/** Features with the values that change, each below its name, so that they fit a narrow panel. */
export function FeatureDifferenceList({ before, after }: { before: unknown; after: unknown }) {
  const t = useText();
  const [isWhole, setWhole] = useState(false);
  const features = useMemo(() => featureDifferences(before, after), [before, after]);
  const shown = isWhole ? features : features.slice(0, mostShown);
  return (
    <div className="change-features">
      {shown.map((feature, place) => (
        <FeatureRows key={feature.fid ?? `new ${place}`} feature={feature} />
      ))}
      {shown.length < features.length && (
        <Button
          size="s"
          variant="quiet"
          onClick={() => {
            setWhole(true);
          }}
        >
          {t('change.showAll', { total: features.length })}
        </Button>
      )}
    </div>
  );
}

function FeatureRows({ feature: { what, fid, values, isShapeChanged } }: { feature: FeatureDifference }) {
  const t = useText();
  return (
    <section className="change-feature">
      <p className="change-feature-name">
        {fid === null ? t('change.newFeature') : t('change.feature', { id: fid })}
        <Badge tone={tones[what]}>{t(`change.what.${what}`)}</Badge>
        {isShapeChanged && <Badge>{t('change.shape')}</Badge>}
      </p>
      <dl className="change-values">
        {values.map(({ column, before, after }) => (
          <div key={column}>
            <dt>{column}</dt>
            <dd>
              {what !== 'added' && <del>{said(before, t('change.empty'))}</del>}
              {what === 'changed' && <ArrowRightIcon size={12} />}
              {what !== 'deleted' && <ins>{said(after, t('change.empty'))}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function said(value: WireValue | undefined, empty: string): string {
  if (value === null || value === undefined || value === '') return empty;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
