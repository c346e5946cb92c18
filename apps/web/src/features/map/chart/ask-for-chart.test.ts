import { expect, test, vi } from 'vitest';
import { t } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';
import { askForChart } from './ask-for-chart.ts';

const session = { projectId: 'p', ask: () => Promise.resolve({ rows: [['rye', 4]] }) } as unknown as MapSession;
const columns = [
  { name: 'crop', type: 'text' },
  { name: 'yield', type: 'number' },
] as const;

/** What the model was asked. */
const asked: unknown[] = [];

/** What becomes of a wish where the model answers with these arguments. */
async function answered(given: string | undefined): Promise<unknown> {
  asked.length = 0;
  const message = {
    role: 'assistant',
    content: given === undefined ? 'No.' : null,
    ...(given !== undefined && { function_call: { name: 'create_chart', arguments: given } }),
  };
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    return Promise.resolve(
      Response.json({
        id: '1',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
  });
  try {
    return await askForChart({ session, layerId: 'l', columns, others: [], prompt: 'yields', model: 'm' }, t);
  } catch (error) {
    return (error as Error).message;
  } finally {
    vi.unstubAllGlobals();
  }
}

test('[VEC-047] a reply without a chart that can be read says so, and one with a chart is drawn', async () => {
  expect(await answered(undefined)).toBe('Failed to generate chart configuration');
  expect(await answered('{"xCol":')).toBe('Failed to generate chart configuration');
  expect(await answered('{"xCol":"crop","yCol":"yield","type":"bar","title":"Yields"}')).toMatchObject({
    xCol: 'crop',
    yCol: 'yield',
    type: 'bar',
  });
});

test('[VEC-043] the model is told the columns that are there, and which of them are numbers', async () => {
  await answered(undefined);
  expect(asked).not.toHaveProperty('0.functions.0.parameters.properties.clipLayerId');
  expect(asked).toMatchObject([
    {
      functions: [
        {
          name: 'create_chart',
          parameters: {
            required: ['xCol', 'yCol', 'type', 'title'],
            properties: {
              xCol: { enum: ['crop', 'yield'] },
              yCol: { enum: ['yield'] },
              type: { enum: ['bar', 'line', 'pie', 'scatter'] },
              filters: { items: { properties: { column: { enum: ['crop', 'yield'] } } } },
            },
          },
        },
      ],
    },
  ]);
});

test.each([
  'null',
  '"text"',
  '{}',
  '{"yCol":"yield","type":"bar"}',
  '{"xCol":"crop","yCol":"yield"}',
  '{"xCol":"crop","yCol":"yield","type":"radar"}',
  '{"xCol":"crop","yCol":"yield","type":"bar","filters":["x"]}',
])('[VEC-041] without xCol, yCol or type, or of another form, it is invalid: %s', async (given) => {
  expect(await answered(given)).toBe(
    given === 'null' ? 'Failed to generate chart configuration' : 'Invalid chart configuration received from AI',
  );
});
