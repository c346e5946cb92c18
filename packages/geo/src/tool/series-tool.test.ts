import { GromaError, type ToolParameters } from '@groma/model';
import { expect, test } from 'vitest';
import type { SimpleGeometry } from '../geometry.ts';
import { runTool } from './run-tool.ts';
import type { SeriesService } from './tool-services.ts';
import { packFeatures, toolFeatures } from './tool-table.ts';

const place = { where: 'place', place: '15.5; 45.25' };
const unreadable = new GromaError('FILE_UNREADABLE', { name: 'x', detail: 'gone' });

/** Runs the tool over images whose answers are given; a `null` is one that cannot be read. */
async function runSeries(
  answers: readonly (readonly number[] | null)[],
  parameters: ToolParameters = place,
  shapes: readonly SimpleGeometry[] = [],
) {
  const asked: Parameters<SeriesService['measure']>[0][] = [];
  const boxes: unknown[] = [];
  const series: SeriesService = {
    scenes: ({ box }) => {
      boxes.push(box);
      return Promise.resolve(answers.map((_, at) => ({ date: `2025-06-0${at + 1}`, name: `image ${at + 1}` })));
    },
    measure: (question) => {
      asked.push(question);
      const answer = answers[question.scene];
      return answer ? Promise.resolve(Float64Array.from(answer)) : Promise.reject(unreadable);
    },
  };
  const warnings: [number, string][] = [];
  const features = packFeatures([], () => shapes.map((geometry, at) => ({ fid: at + 7, geometry, properties: {} })));
  const context = {
    progress: () => undefined,
    isCanceled: () => false,
    warn: (count: number, reason: string) => warnings.push([count, reason]),
    services: { series },
  };
  const made = await runTool('image_time_series', { features }, parameters, context);
  const rows: unknown[] = [];
  for await (const { properties } of toolFeatures(made)) rows.push(Object.values(properties));
  return { rows, asked, boxes, warnings };
}

test('[SAT-080, SAT-081, SAT-083] a row for each image that reaches the place; what cannot be read is counted', async () => {
  const { rows, boxes, warnings, asked } = await runSeries([[0.5, 1], [NaN, 0], [NaN, NaN], null, [0.7, 1], [0.8, 1]]);
  expect(rows).toEqual([
    ['2025-06-01', 0.5, 1, 'image 1', null],
    ['2025-06-02', null, 0, 'image 2', null],
    ['2025-06-05', 0.7, 1, 'image 5', null],
    ['2025-06-06', 0.8, 1, 'image 6', null],
  ]);
  expect(warnings).toEqual([[1, 'unread_image']]);
  expect(boxes).toEqual([[15.5, 45.25, 15.5, 45.25]]);
  expect(asked.map(({ scene }) => scene)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('[SAT-080, SAT-081] points and polygons are asked about together, each under its id', async () => {
  const ring = [
    [1, 1],
    [2, 1],
    [2, 2],
    [1, 1],
  ];
  const shapes: SimpleGeometry[] = [
    { type: 'Point', coordinates: [5, 6] },
    { type: 'Polygon', coordinates: [ring] },
    { type: 'Point', coordinates: [-3, 4] },
  ];
  const { rows, asked, boxes } = await runSeries([[1, 10, 2, 1, 3, 1]], { where: 'features', place: '' }, shapes);
  // Polygons stand before points.
  expect(rows).toEqual([
    ['2025-06-01', 1, 10, 'image 1', 8],
    ['2025-06-01', 2, 1, 'image 1', 7],
    ['2025-06-01', 3, 1, 'image 1', 9],
  ]);
  expect([...asked[0]!.places]).toEqual([5, 6, -3, 4]);
  expect([asked[0]!.zones.degrees.length, [...asked[0]!.zones.rings]]).toEqual([8, [0, 4]]);
  expect(boxes).toEqual([[-3, 1, 5, 6]]);
});

test('[SAT-080, SAT-083] nothing to read, a place that is none, and nothing that can be read end the run with the reason', async () => {
  await expect(runSeries([])).rejects.toMatchObject({ code: 'TOOL_SERIES_EMPTY' });
  for (const wrong of ['', '15', '200, 10', '10, 95', 'here'])
    await expect(runSeries([[1, 1]], { where: 'place', place: wrong })).rejects.toMatchObject({
      code: 'TOOL_PLACE_WRONG',
    });
  await expect(runSeries([null, null])).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
});
