import { GromaError, readChart } from '@groma/model';
import { chart, type ShownChart } from '@groma/protocol';
import { z } from 'zod';
import { projectField, type PresentFirst } from '../../mcp/data-tools.ts';
import { mcpTool } from '../../mcp/mcp-tool.ts';
import type { ChatTool } from '../chat-tools.ts';
import { layerQuery, queryRows, sourceFields } from './query-rows.ts';

/** Draws a chart below its step, of a layer or of what a query gives; the form of a chart is that of maps. */
export function chartTool(presentFirst: PresentFirst): ChatTool {
  const { clipLayerId: _, ...fields } = chart.proposedChart.shape;
  return {
    ...mcpTool({
      name: 'create_chart',
      description:
        'Show the person a chart (bar, line, pie, or scatter for points of two numbers) in the answer, of a layer or of ' +
        'the rows of a SELECT. xCol groups the rows, yCol is numeric, aggregate says how values that share an X are ' +
        'joined. It gives the values that are drawn.',
      isReading: true,
      input: z.object({
        project: projectField,
        ...sourceFields,
        ...fields,
        title: fields.title.describe('At most eight words, in the language of the question.'),
      }),
      run: async ({ project: projectId, layer, sql, ...asked }, { client, signal }): Promise<ShownChart> => {
        if ((layer === undefined) === (sql === undefined))
          throw new GromaError('BAD_INPUT', { detail: 'give either layer or sql.' });
        const place = { projectId, client, signal, presentFirst };
        const filters = asked.filters.map(({ column, operator, value }) => ({
          column,
          operator,
          value: typeof value === 'boolean' ? String(value) : value,
        }));
        const config = { ...asked, filters };
        return {
          chart: config,
          ...(await readChart(sql ?? (await layerQuery(layer!, place)), config, (query) => queryRows(query, place))),
        };
      },
    }),
    isFree: true,
    told: toldOfChart,
  };
}

/** The values as lines: short, and a model can speak of them. */
function toldOfChart(answer: unknown): string {
  const { data, features, leftOut } = answer as ShownChart;
  if (data.length === 0) return 'There is nothing to draw: no row is left, or none has both values.';
  const lines = data.map(({ label, to, value, others }) => {
    const name = others === undefined ? (label ?? '(empty)') : `(${others} others)`;
    return `${name}${to === undefined ? '' : ` to ${to}`}: ${value}`;
  });
  return [`The person sees the chart. Rows in it: ${features}; without a value: ${leftOut}.`, ...lines].join('\n');
}
