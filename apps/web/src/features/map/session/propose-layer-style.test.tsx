import { defaultVectorStyle, type VectorStyle } from '@groma/model';
import type { VectorLayerData } from '@groma/protocol';
import { GromaProvider } from '@groma/ui';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { proposeLayerStyle } from './propose-layer-style.tsx';

afterEach(cleanup);

/** An open map with one layer of areas, whose worker answers of its columns. */
function mapOf(featureCount: number) {
  let style: VectorStyle = { ...defaultVectorStyle };
  const asked: string[] = [];
  const columns = [
    { name: 'POP_EST', type: 'integer' },
    { name: 'NAME', type: 'text' },
  ];
  const data = {
    kind: 'vector',
    manifest: { featureCount, columns, parts: [{ kind: 'polygon', rows: featureCount }] },
  };
  const values = { rows: 50, nulls: 0, distinct: 50, isDistinctAtLeast: false, values: [] };
  const answers = { values, classes: { breaks: [1, 20, 300, 4_000] } };
  return {
    asked,
    style: () => style,
    get state() {
      return {
        styles: { a: style },
        data: { a: data as unknown as VectorLayerData },
        hierarchy: { a: { id: 'a', text: 'Countries' } as never },
      };
    },
    loadLayer: () => undefined,
    ask: (_layerId: string, question: 'values' | 'classes', { column }: { column: string }) => {
      asked.push(`${question} ${column}`);
      return Promise.resolve(answers[question] as never);
    },
    changeStyle: (_layerId: string, change: Partial<VectorStyle>) => {
      style = { ...style, ...change };
    },
  };
}

test('[MAP-159] an imported layer is classed by its data, which a message says; one click makes it plain again', async () => {
  render(<GromaProvider>{null}</GromaProvider>);
  const map = mapOf(50);
  await act(() => proposeLayerStyle(map, 'a'));
  expect(map.style().symbology).toMatchObject({ kind: 'graduated', column: 'POP_EST', breaks: [1, 20, 300, 4_000] });
  expect(map.style().labels).toMatchObject({ text: '$NAME', followsBaseMap: true });
  await screen.findByText('Style proposed from POP_EST');
  fireEvent.click(screen.getByRole('button', { name: 'Plain' }));
  expect(map.style()).toEqual(defaultVectorStyle);
});

test('[MAP-159] a layer that somebody styles meanwhile stays as it is, and a very large one is not read', async () => {
  const map = mapOf(50);
  const proposing = proposeLayerStyle(map, 'a');
  map.changeStyle('a', { lineWidth: 5 });
  await proposing;
  expect(map.style()).toEqual({ ...defaultVectorStyle, lineWidth: 5 });
  const large = mapOf(400_000);
  await proposeLayerStyle(large, 'a');
  expect([large.asked, large.style()]).toEqual([[], defaultVectorStyle]);
});
