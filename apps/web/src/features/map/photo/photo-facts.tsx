import type { JpgStyle } from '@groma/model';
import { Note, useNumberFormat } from '@groma/ui';
import { assumedFocalLength35 } from '@groma/geo';
import { useText } from '../../../platform/text.ts';
import { usePhotoFacts } from './use-photo-facts.ts';

/** What is known of an aerial photo, and what may make it lie wrong. */
export function PhotoFacts({ style }: { style: JpgStyle }) {
  const t = useText();
  const number = useNumberFormat({ maximumFractionDigits: 1 });
  const facts = usePhotoFacts(style);
  const { warnings, gimbalPitch } = style.parameters;
  return (
    <div className="photo-facts">
      {warnings.map((warning) => (
        <Note key={warning} kind="warning">
          {t(`photo.warning.${warning}`, { pitch: number.format(gimbalPitch), millimetres: assumedFocalLength35 })}
        </Note>
      ))}
      <dl tabIndex={0}>
        {facts.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
