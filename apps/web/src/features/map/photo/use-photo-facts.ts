import type { JpgStyle } from '@groma/model';
import { useNumberFormat } from '@groma/ui';
import { useText } from '../../../platform/text.ts';

/** What is known of an aerial photo, as people read it. */
export function usePhotoFacts({ metadata, parameters }: JpgStyle): { key: string; label: string; value: string }[] {
  const t = useText();
  const number = useNumberFormat({ maximumFractionDigits: 1 });
  const fine = useNumberFormat({ maximumFractionDigits: 2 });
  const place = useNumberFormat({ minimumFractionDigits: 6, maximumFractionDigits: 6 });
  const { gsdX, gsdY, fovDegrees, exifData } = metadata;
  const { imageWidth, imageHeight } = parameters;
  const taken = exifData['DateTimeOriginal'];
  const facts: [string, string][] = [
    ['drone', `${parameters.drone} (${String(exifData['Model'] ?? '')})`],
    ...(typeof taken === 'string'
      ? [['taken', taken.replace(/^(\d+):(\d+):(\d+)/, '$1-$2-$3')] as [string, string]]
      : []),
    ['position', `${place.format(parameters.latitude)}, ${place.format(parameters.longitude)}`],
    ['altitude', `${number.format(parameters.relativeAltitude)} m`],
    ['pixel', `${fine.format(gsdX * 100)} × ${fine.format(gsdY * 100)} cm`],
    ['ground', `${number.format(gsdX * imageWidth)} × ${number.format(gsdY * imageHeight)} m`],
    ['image', `${number.format(imageWidth)} × ${number.format(imageHeight)}`],
    ['view', `${number.format(fovDegrees)}°`],
    [
      'gimbal',
      `${number.format(parameters.gimbalYaw)}° / ${number.format(parameters.gimbalPitch)}° / ${number.format(parameters.gimbalRoll)}°`,
    ],
    [
      'camera',
      `${fine.format(parameters.focalLength)} mm, ${fine.format(parameters.sensorWidth)} × ${fine.format(parameters.sensorHeight)} mm`,
    ],
    ...(parameters.shift === 0 ? [] : [['shift', `${number.format(parameters.shift)} m`] as [string, string]]),
  ];
  return facts.map(([key, value]) => ({ key, label: t(`photo.fact.${key}`), value }));
}
