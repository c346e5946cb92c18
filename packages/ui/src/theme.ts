import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Ten shades that are one token: Mantine asks for a scale, the tokens already know both grounds. */
function oneShade(token: string): MantineColorsTuple {
  return Array.from({ length: 10 }, () => `var(${token})`) as unknown as MantineColorsTuple;
}

function shades(...tokens: string[]): MantineColorsTuple {
  return tokens.map((token) => `var(${token})`) as unknown as MantineColorsTuple;
}

/**
 * Mantine's theme expressed in the tokens of `tokens.css`. Mantine reads `gray` on the light ground and `dark` on the
 * dark one; both scales point to the same tokens, which change with `data-theme`.
 */
export const theme = createTheme({
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: {
    xs: 'var(--fs-dense)',
    sm: 'var(--fs-base)',
    md: 'var(--fs-base)',
    lg: 'var(--fs-read)',
    xl: 'var(--fs-h3)',
  },
  lineHeights: { xs: 'var(--lh)', sm: 'var(--lh)', md: 'var(--lh)', lg: 'var(--lh)', xl: 'var(--lh)' },
  headings: { fontFamily: 'var(--font-ui)', fontWeight: '600' },
  spacing: { xs: 'var(--s1)', sm: 'var(--s2)', md: 'var(--s3)', lg: 'var(--s4)', xl: 'var(--s6)' },
  radius: {
    xs: 'var(--radius-s)',
    sm: 'var(--radius-s)',
    md: 'var(--radius)',
    lg: 'var(--radius)',
    xl: 'var(--radius)',
  },
  defaultRadius: 'md',
  shadows: {
    xs: 'var(--shadow-float)',
    sm: 'var(--shadow-float)',
    md: 'var(--shadow-pop)',
    lg: 'var(--shadow-pop)',
    xl: 'var(--shadow-pop)',
  },
  white: 'var(--bg-raised)',
  black: 'var(--text)',
  primaryColor: 'accent',
  primaryShade: 6,
  colors: {
    accent: shades(
      '--accent-soft',
      '--accent-soft',
      '--accent-soft',
      '--accent-text',
      '--accent',
      '--accent',
      '--accent',
      '--accent-hover',
      '--accent-press',
      '--accent-press',
    ),
    red: oneShade('--red'),
    yellow: oneShade('--amber'),
    green: oneShade('--green'),
    blue: oneShade('--blue'),
    gray: shades(
      '--bg-hover',
      '--bg-hover',
      '--line',
      '--line-strong',
      '--line-control',
      '--text-off',
      '--text-3',
      '--text-2',
      '--text',
      '--bg-tip',
    ),
    dark: shades(
      '--text',
      '--text-2',
      '--text-3',
      '--text-off',
      '--line-strong',
      '--bg-hover',
      '--bg-raised',
      '--bg-raised',
      '--bg-panel',
      '--bg-frame',
    ),
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 }, radius: 'sm', offset: 6 } },
    Popover: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'md' } },
    Menu: {
      defaultProps: { transitionProps: { duration: 120 }, shadow: 'md', offset: 4, withInitialFocusPlaceholder: false },
    },
    Combobox: { defaultProps: { transitionProps: { duration: 0 }, shadow: 'md', offset: 4 } },
    Modal: {
      defaultProps: { transitionProps: { duration: 120 }, centered: true, padding: 0, radius: 8, shadow: 'md' },
    },
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
  },
});

const tokenVariables: Record<string, string> = {
  '--mantine-color-body': 'var(--bg-frame)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-success': 'var(--green)',
  '--mantine-color-default': 'var(--bg-raised)',
  '--mantine-color-default-hover': 'var(--bg-hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-control)',
  '--mantine-color-disabled': 'var(--bg-panel)',
  '--mantine-color-disabled-color': 'var(--text-off)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
};

/**
 * Points Mantine's own variables at the tokens, alike for both colour schemes since the tokens carry the difference.
 */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: tokenVariables,
  dark: tokenVariables,
});
