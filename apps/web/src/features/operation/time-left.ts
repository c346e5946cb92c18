import { splitTimeLeft } from '@groma/model';
import { useInterface } from '@groma/ui';
import { useCallback } from 'react';
import { useText, type Text } from '../../platform/text.ts';

/** Seconds as people say them: less than a minute, minutes, or hours and minutes (SHL-043 to SHL-045). */
export function timeLeftText(seconds: number, t: Text, locale: string): string {
  const { hours, minutes } = splitTimeLeft(seconds);
  if (hours === 0 && minutes === 0) return t('operation.lessThanMinute');
  const unit = (amount: number, name: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' }).format(amount);
  if (hours === 0) return unit(minutes, 'minute');
  return new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format([
    unit(hours, 'hour'),
    unit(minutes, 'minute'),
  ]);
}

/** The same, in the language of the interface. */
export function useTimeLeft(): (seconds: number) => string {
  const t = useText();
  const { locale } = useInterface();
  return useCallback((seconds) => timeLeftText(seconds, t, locale), [t, locale]);
}
