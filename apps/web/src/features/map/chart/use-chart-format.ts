import type { ChartConfig, ChartDatum } from '@groma/model';
import { useNumberFormat } from '@groma/ui';
import { useMemo } from 'react';
import { useText, type Text } from '../../../platform/text.ts';
import type { ChartFormat } from './chart-option.ts';

const exact = { maximumSignificantDigits: 8, useGrouping: 'min2' } as const;
const compact = { notation: 'compact', maximumSignificantDigits: 3 } as const;

type Measured = Pick<ChartConfig, 'aggregate' | 'yCol' | 'type'>;

/** What the value of a chart is: "Sum of yield", "Features"; points are where their value is. */
function measureText({ aggregate, yCol, type }: Measured, t: Text): string {
  return type === 'scatter' ? yCol : t(`chart.measure.${aggregate}`, { column: yCol });
}

/** The title of a chart; of one that nobody has named, what it shows. */
export function chartTitle(config: ChartConfig, t: Text): string {
  return config.title === ''
    ? t('chart.titleOf', { measure: measureText(config, t), column: config.xCol })
    : config.title;
}

/** Writes the values of a chart in the language of the person. Years stay 2024, not 2,024. */
export function useChartFormat(
  { aggregate, yCol, type }: Measured,
  counted: 'features' | 'rows' = 'features',
): ChartFormat {
  const t = useText();
  const [number, short] = [useNumberFormat(exact), useNumberFormat(compact)];
  return useMemo(() => {
    const valueText = (value: string | number) => (typeof value === 'number' ? number.format(value) : value);
    const label = ({ label: value, to, others }: ChartDatum): string => {
      if (others !== undefined) return t('chart.others', { count: others });
      if (value === null) return t('chart.empty');
      return to === undefined ? valueText(value) : `${valueText(value)} – ${valueText(to)}`;
    };
    return {
      label,
      value: (value) => number.format(value),
      short: (value) => short.format(value),
      measure: measureText({ aggregate, yCol, type }, t),
      count: (count) => t(`chart.counted.${counted}`, { count }),
    };
  }, [t, number, short, aggregate, yCol, type, counted]);
}
