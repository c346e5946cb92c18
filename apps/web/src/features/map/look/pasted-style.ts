import { drawingColumn, plainDrawing, type PointDrawing, type VectorStyle } from '@groma/model';

/** What of a copied style a layer of some columns can take: classes and labels only where it has their columns. */
export function pastedStyle(style: Partial<VectorStyle>, columns: readonly string[]): Partial<VectorStyle> {
  // What another layer shows of its features, and what is joined to them, is no look.
  const { symbology, pointSize, pointDrawing, labels, filter: _filter, joins: _joins, ...rest } = style;
  const fits = symbology?.kind === 'single' || (symbology !== undefined && columns.includes(symbology.column));
  const wanted = labels
    ? [...labels.text.matchAll(/\$(?:\{([^}]*)\}|([\p{L}\p{N}_]+))/gu)].map(([, braced, plain]) => braced ?? plain!)
    : [];
  return {
    ...rest,
    ...(symbology && fits && { symbology }),
    ...(pointDrawing && {
      pointDrawing: isDrawable(pointDrawing, columns) ? pointDrawing : plainDrawing,
    }),
    ...(pointSize !== undefined && { pointSize: pointSize && columns.includes(pointSize.column) ? pointSize : null }),
    ...(labels !== undefined && wanted.every((name) => columns.includes(name)) && { labels }),
  };
}

function isDrawable(drawing: PointDrawing, columns: readonly string[]): boolean {
  const column = drawingColumn(drawing);
  return column === null || columns.includes(column);
}
