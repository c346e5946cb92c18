import { DirectionContext, MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { useOverlays } from '../overlay/overlay-parts.ts';
import { englishTexts, type UiTexts } from '../texts.ts';
import { resolveVariables, theme } from '../theme.ts';
import { InterfaceContext } from './interface-context.ts';
import { useResolvedScheme } from './use-color-scheme.ts';

export interface GromaProviderProps {
  children: ReactNode;
  colorScheme?: 'light' | 'dark' | 'auto';
  direction?: 'ltr' | 'rtl';
  /** BCP 47 tag; numbers and dates of the controls follow it. */
  locale?: string;
  texts?: UiTexts;
}

/**
 * The root of every screen: colour scheme (`data-theme` and Mantine's together), writing direction, locale and texts,
 * with toasts, questions and the context menu mounted once. These come when the page has been drawn and the browser
 * rests.
 */
export function GromaProvider({
  children,
  colorScheme = 'auto',
  direction = 'ltr',
  locale = 'en',
  texts = englishTexts,
}: GromaProviderProps) {
  const scheme = useResolvedScheme(colorScheme);
  useDocumentAttributes(scheme, direction, locale);
  const value = useMemo(() => ({ locale, direction, scheme, texts }), [locale, direction, scheme, texts]);
  const spokenTheme = useMemo(() => withNamedCloseButtons(texts.close), [texts.close]);
  const directionValue = useMemo(
    () => ({ dir: direction, toggleDirection: () => {}, setDirection: () => {} }),
    [direction],
  );
  return (
    <InterfaceContext.Provider value={value}>
      <DirectionContext.Provider value={directionValue}>
        <MantineProvider theme={spokenTheme} cssVariablesResolver={resolveVariables} forceColorScheme={scheme}>
          {children}
          <Overlays />
        </MantineProvider>
      </DirectionContext.Provider>
    </InterfaceContext.Provider>
  );
}

/** Longest that what floats is put off while the page is busy, in milliseconds. */
const longestWaitMs = 1_500;

function Overlays() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => whenIdle(() => setWanted(true)), []);
  const overlays = useOverlays(isWanted);
  return overlays && <overlays.OverlayHost />;
}

function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(act, { timeout: longestWaitMs });
  return () => cancelIdleCallback(request);
}

/** Toasts and dialogs are made outside of our components too, so their close buttons get their name from the theme. */
function withNamedCloseButtons(close: string) {
  const named = { defaultProps: { closeButtonProps: { 'aria-label': close } } };
  return mergeThemeOverrides(theme, { components: { Notification: named, Modal: named } });
}

function useDocumentAttributes(scheme: 'light' | 'dark', direction: 'ltr' | 'rtl', locale: string) {
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset.theme = scheme;
    root.dir = direction;
    root.lang = locale;
  }, [scheme, direction, locale]);
}
