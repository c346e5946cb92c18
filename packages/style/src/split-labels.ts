import { withoutElse } from './expression.ts';
import type { Expression, Label, Style, StyleRule } from './style-model.ts';

/** A label with the features and scales that it is for. */
export interface LabelRule {
  name: string;
  filter: Expression | null;
  min: number | null;
  max: number | null;
  label: Label;
}

/** What a style draws, and what it labels, where a format keeps them apart. Groups without symbols are left out. */
export function splitLabels({ groups }: Style): { drawn: StyleRule[][]; labels: LabelRule[] } {
  const labels = groups
    .flatMap(withoutElse)
    .flatMap(({ name, filter, min, max, symbols }) =>
      symbols.filter((each) => each.kind === 'label').map((label) => ({ name, filter, min, max, label })),
    );
  const drawn = groups.map(withoutLabels).filter(({ length }) => length > 0);
  return { drawn, labels };
}

/** A rule that labels alone still counts for what ELSE is. */
function withoutLabels(rules: readonly StyleRule[]): StyleRule[] {
  const isDrawn = ({ symbols }: StyleRule) => symbols.length === 0 || symbols.some(({ kind }) => kind !== 'label');
  const said = rules.every(isDrawn) ? rules : withoutElse(rules);
  return said
    .filter(isDrawn)
    .map((rule) => ({ ...rule, symbols: rule.symbols.filter(({ kind }) => kind !== 'label') }));
}
