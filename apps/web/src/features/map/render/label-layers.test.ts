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

it('[MAP-157] a halo is as wide as its style says, as far as letters have room for it', () => {
  const widthOf = (haloWidth: number) => {
    const style = completeVectorStyle({ labels: { ...defaultLabelStyle, text: '$name', size: 12, haloWidth } });
    const [halo] = labelLayers({ styles: { a: style }, data: {} }, placed as never, false);
    const { fontSettings, outlineWidth, getSize } = halo!.props as unknown as {
      fontSettings: Record<'radius' | 'cutoff' | 'fontSize', number>;
      outlineWidth: number;
      getSize: number;
    };
    const { radius, cutoff, fontSize } = fontSettings;
    // As deck.gl draws it: a part of the radius, of letters that are drawn smaller than they are kept.
    return (((outlineWidth / radius) * (1 - cutoff) * radius) / fontSize) * getSize;
  };
  expect([widthOf(1), widthOf(2)]).toEqual([expect.closeTo(1), expect.closeTo(2)]);
  expect(widthOf(9)).toBeCloseTo(2.53, 2);
});
