import { englishTexts, type UiTexts } from '@groma/ui';
import { useMemo } from 'react';
import { ownText, useLocale } from './text.ts';

type Tree = { readonly [name: string]: unknown };

/** The words of the design system in the language of the texts (noun `ui` of a locale); English for what it lacks. */
export function useInterfaceTexts(): UiTexts {
  const locale = useLocale();
  // oxlint-disable-next-line react/exhaustive-deps -- what the language has changes with it
  return useMemo(() => laidOver(englishTexts as unknown as Tree, ownText('ui')) as unknown as UiTexts, [locale]);
}

/** The first tree with the leaves that the second has for it. */
function laidOver(under: Tree, over: unknown): Tree {
  if (typeof over !== 'object' || over === null) return under;
  const found = over as Tree;
  return Object.fromEntries(
    Object.entries({ ...found, ...under }).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? laidOver(value as Tree, found[name]) : (found[name] ?? value),
    ]),
  );
}
