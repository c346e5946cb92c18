import type { JpgStyle } from '@groma/model';
import { Note, useNumberFormat } from '@groma/ui';
import { assumedFocalLength35 } from '@groma/geo';
import { useText } from '../../../platform/text.ts';

/** What is known of an aerial photo, and what may make it lie wrong. */
export function PhotoFacts({ style: { metadata, parameters } }: { style: JpgStyle }) {
  const t = useText();
  const number = useNumberFormat({ maximumFractionDigits: 1 });
  const fine = useNumberFormat({ maximumFractionDigits: 2 });
  const place = useNumberFormat({ minimumFractionDigits: 6, maximumFractionDigits: 6 });
  const { gsdX, gsdY, fovDegrees, exifData } = metadata;
  const { imageWidth, imageHeight } = parameters;
  const taken = exifData['DateTimeOriginal'];
  const rows: [string, string][] = [
    ['drone', `${parameters.drone} (${String(exifData['Model'] ?? '')})`],
    ...(typeof taken === 'string' ? [['taken', taken.replace(/^(\d+):(\d+):(\d+)/, '$1-$2-$3')] as [string, string]] : []),
    ['position', `${place.format(parameters.latitude)}, ${place.format(parameters.longitude)}`],
    ['altitude', `${number.format(parameters.relativeAltitude)} m`],
    ['pixel', `${fine.format(gsdX * 100)} × ${fine.format(gsdY * 100)} cm`],
    ['ground', `${number.format(gsdX * imageWidth)} × ${number.format(gsdY * imageHeight)} m`],
    ['image', `${number.format(imageWidth)} × ${number.format(imageHeight)}`],
    ['view', `${number.format(fovDegrees)}°`],
    ['gimbal', `${number.format(parameters.gimbalYaw)}° / ${number.format(parameters.gimbalPitch)}° / ${number.format(parameters.gimbalRoll)}°`],
    ['camera', `${fine.format(parameters.focalLength)} mm, ${fine.format(parameters.sensorWidth)} × ${fine.format(parameters.sensorHeight)} mm`],
    ...(parameters.shift === 0 ? [] : [['shift', `${number.format(parameters.shift)} m`] as [string, string]]),
  ];
  return (
    <div className="photo-facts">
      {parameters.warnings.map((warning) => <Note key={warning} kind="warning">{t(`photo.warning.${warning}`, { pitch: number.format(parameters.gimbalPitch), millimetres: assumedFocalLength35 })}</Note>)}
      <dl tabIndex={0}>{rows.map(([key, value]) => <div key={key}><dt>{t(`photo.fact.${key}`)}</dt><dd>{value}</dd></div>)}</dl>
    </div>
  );
}
