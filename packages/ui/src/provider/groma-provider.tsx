import { DirectionContext, MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { ContextMenuProvider } from '../overlay/context-menu.tsx';
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
 * with toasts, dialogs and the context menu mounted once.
 */
export function GromaProvider({ children, colorScheme = 'auto', direction = 'ltr', locale = 'en', texts = englishTexts }: GromaProviderProps) {
  const scheme = useResolvedScheme(colorScheme);
  useDocumentAttributes(scheme, direction, locale);
  const value = useMemo(() => ({ locale, direction, scheme, texts }), [locale, direction, scheme, texts]);
  const spokenTheme = useMemo(() => withNamedCloseButtons(texts.close), [texts.close]);
  const directionValue = useMemo(() => ({ dir: direction, toggleDirection: () => {}, setDirection: () => {} }), [direction]);
  return (
    <InterfaceContext.Provider value={value}>
      <DirectionContext.Provider value={directionValue}>
        <MantineProvider theme={spokenTheme} cssVariablesResolver={resolveVariables} forceColorScheme={scheme}>
          <ModalsProvider>
            <ContextMenuProvider>{children}</ContextMenuProvider>
          </ModalsProvider>
          <Notifications position={direction === 'rtl' ? 'bottom-left' : 'bottom-right'} limit={4} transitionDuration={120} zIndex={500} />
        </MantineProvider>
      </DirectionContext.Provider>
    </InterfaceContext.Provider>
  );
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
