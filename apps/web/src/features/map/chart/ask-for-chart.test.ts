import { expect, test, vi } from 'vitest';
import { t } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';
import { askForChart } from './ask-for-chart.ts';

const session = { projectId: 'p', ask: () => Promise.resolve({ rows: [['rye', 4]] }) } as unknown as MapSession;
const columns = [
  { name: 'crop', type: 'text' },
  { name: 'yield', type: 'number' },
] as const;

/** What becomes of a wish where the model answers with these arguments. */
async function answered(given: string | undefined): Promise<unknown> {
  const message = {
    role: 'assistant',
    content: given === undefined ? 'No.' : null,
    ...(given !== undefined && { function_call: { name: 'create_chart', arguments: given } }),
  };
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      Response.json({
        id: '1',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    ),
  );
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
