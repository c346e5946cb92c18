import { createContext, useContext, useMemo } from 'react';
import { englishTexts, type UiTexts } from '../texts.ts';

/** What every control may need to know about the place it stands in. */
export interface InterfaceContextValue {
  locale: string;
  direction: 'ltr' | 'rtl';
  scheme: 'light' | 'dark';
  texts: UiTexts;
}

export const InterfaceContext = createContext<InterfaceContextValue>({
  locale: 'en',
  direction: 'ltr',
  scheme: 'light',
  texts: englishTexts,
});

/** Locale, direction, resolved colour scheme and the texts of the design system. */
export function useInterface(): InterfaceContextValue {
  return useContext(InterfaceContext);
}

/** The texts of the design system in the present language. */
export function useTexts(): UiTexts {
  return useContext(InterfaceContext).texts;
}

/** A number formatter of the present locale, made once for the given options. */
export function useNumberFormat(options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  const { locale } = useInterface();
  const key = JSON.stringify(options);
  return useMemo(() => new Intl.NumberFormat(locale, key === undefined ? undefined : JSON.parse(key)), [locale, key]);
}
