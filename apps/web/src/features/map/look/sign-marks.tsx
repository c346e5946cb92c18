import { negativeColor, positiveColor, type Color } from '@groma/model';
import type { ReactNode } from 'react';
import type { Text } from '../../../platform/text.ts';
import { toCss } from './color-text.ts';

/** The marks of points that are positive or negative (VEC-002), for the legend. */
export function signEntries(t: Text): { key: string; text: string; mark: ReactNode }[] {
  return [
    {
      key: 'positive',
      text: t('style.positive'),
      mark: <SignMark color={positiveColor} path="M8 5.500v5M5.500 8h5" />,
    },
    { key: 'negative', text: t('style.negative'), mark: <SignMark color={negativeColor} path="M5.500 8h5" /> },
  ];
}

function SignMark({ color, path }: { color: Color; path: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      <circle cx="8" cy="8" r="5" fill={toCss(color)} />
      <path d={path} stroke="var(--on-presence)" strokeWidth="1.5" fill="none" />
    </svg>
  );
}
