import { useInterface } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { useUnits, type MeasureReader } from './units.ts';

/** How the present person reads measurements: in their units and language. */
export function useMeasureReader(): MeasureReader {
  const t = useText();
  const { locale } = useInterface();
  const { system } = useUnits();
  return { system, locale, missing: t('map.notMeasured') };
}
