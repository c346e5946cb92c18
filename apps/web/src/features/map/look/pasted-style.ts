import type { VectorStyle } from '@groma/model';

/** What of a copied style a layer of some columns can take: classes and labels only where it has their columns. */
export function pastedStyle(style: Partial<VectorStyle>, columns: readonly string[]): Partial<VectorStyle> {
  // What another layer shows of its features is no look.
  const { symbology, pointSize, labels, filter: _filter, ...rest } = style;
  const fits = symbology?.kind === 'single' || (symbology !== undefined && columns.includes(symbology.column));
  const wanted = labels
    ? [...labels.text.matchAll(/\$(?:\{([^}]*)\}|([\p{L}\p{N}_]+))/gu)].map(([, braced, plain]) => braced ?? plain!)
    : [];
  return {
    ...rest,
    ...(symbology && fits && { symbology }),
    ...(pointSize !== undefined && { pointSize: pointSize && columns.includes(pointSize.column) ? pointSize : null }),
    ...(labels !== undefined && wanted.every((name) => columns.includes(name)) && { labels }),
  };
}
