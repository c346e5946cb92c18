import { EmptyState, Truncated, useNumberFormat, WebLink } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import type { FeatureDescription } from '../layer/layer-messages.ts';
import { propertyText } from '../look/feature-text.ts';
import './map-card.css';

/** Rows of a card: what has more columns is read in the table. */
export const mostInCard = 300;

/** The properties of a feature, name by name. */
export function FeatureRows({ properties }: Pick<FeatureDescription, 'properties'>) {
  const t = useText();
  const number = useNumberFormat({ maximumFractionDigits: 10 });
  if (properties.length === 0) return <EmptyState title={t('map.noProperties')} />;
  return (
    <dl tabIndex={0}>
      {properties.slice(0, mostInCard).map(([name, value]) => (
        <div key={name}>
          <dt>
            <Truncated text={name} />
          </dt>
          <dd data-empty={value === null || undefined}>
            {value === null ? t('map.empty') : <WebLink text={propertyText(name, value, number)} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
