import { LoadingScreen } from '@groma/ui';
import { useMemo } from 'react';
import { useText } from '../../platform/text.ts';

/** How many tips a kind of panel has in the locale (`shell.tip.map.1` …); the rest have the common ones. */
const tipCounts: Readonly<Record<string, number>> = { map: 4, notebook: 4, common: 3 };

/** Keys of the tips for a kind of panel (SHL-055). */
export function tipKeysOf(kind: string): string[] {
  const family = kind in tipCounts ? kind : 'common';
  return Array.from({ length: tipCounts[family] ?? 0 }, (_, index) => `shell.tip.${family}.${index + 1}`);
}

/** While a panel's code and data are on their way: a spinner, and something worth knowing about that kind of panel. */
export function PanelLoading({ kind }: { kind: string }) {
  const t = useText();
  const tips = useMemo(() => tipKeysOf(kind).map((key) => t(key)), [kind, t]);
  return <LoadingScreen tips={tips} label={t('shell.loading')} />;
}
