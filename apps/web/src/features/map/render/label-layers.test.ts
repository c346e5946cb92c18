import { completeVectorStyle, defaultLabelStyle, type LabelStyle, type VectorStyle } from '@groma/model';
import { expect, it } from 'vitest';
import { labelLayers } from './label-layers.ts';

const placed = [{ layerId: 'a', texts: ['Sava'], positions: Float64Array.from([15, 45]) }];

/** The colour of the text, on a light ground and on a dark one. */
function colours(labels: Partial<LabelStyle>, look: Partial<VectorStyle> = {}): unknown[] {
  const style = completeVectorStyle({ labels: { ...defaultLabelStyle, text: '$name', ...labels }, ...look });
  const data = { a: { manifest: { parts: [{ kind: 'polygon', rows: 1 }] } } } as never;
  return [false, true].map((isDark) => {
    const text = labelLayers({ styles: { a: style }, data }, placed as never, isDark).at(-1)!;
    return (text.props as unknown as { getColor: number[] }).getColor;
  });
}

it('[MAP-157] labels read on light and dark base maps, unless somebody has chosen a colour', () => {
  const [onLight, onDark] = colours({}) as [number[], number[]];
  expect(Math.max(...onLight)).toBeLessThan(60);
  expect(Math.min(...onDark)).toBeGreaterThan(200);
  // Nearly opaque light fills are what the labels stand on.
  expect(colours({}, { fillColor: [200, 230, 180, 230] })[1]).toEqual([...defaultLabelStyle.color]);
  expect(colours({}, { fillColor: [200, 230, 180, 120] })[1]).toEqual(onDark);
  expect(colours({ color: [200, 0, 0], followsBaseMap: false })).toEqual([
    [200, 0, 0],
    [200, 0, 0],
  ]);
  // Labels of before say nothing of it.
  const { followsBaseMap: _new, ...old } = defaultLabelStyle;
  expect(colours({ ...old, followsBaseMap: undefined })[1]).toEqual([...defaultLabelStyle.color]);
});
