import type { Dataset } from '@groma/model';
import { useInterface } from '@groma/ui';

const kilometre = 1_000;

/** Says metres or kilometres of a pixel as the language does; an empty text for data without pixels. */
export function useScaleText(): (entry: Pick<Dataset, 'scale' | 'coarseScale'>) => string {
  const { locale } = useInterface();
  return ({ scale, coarseScale }) => {
    const metres = scale ?? coarseScale;
    if (metres === undefined) return '';
    const isFar = metres >= kilometre;
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: isFar ? 'kilometer' : 'meter',
      maximumSignificantDigits: 3,
    }).format(isFar ? metres / kilometre : metres);
  };
}
