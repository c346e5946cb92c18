import { GromaError, quoteIdentifier, subquery } from '@groma/model';
import { databaseArrow, layerArrow, resource } from '@groma/protocol';
import { z } from 'zod';
import type { PresentFirst } from '../../mcp/data-tools.ts';
import type { McpCall } from '../../mcp/mcp-tool.ts';

/** Characters of all rows of one query. */
const mostCharacters = 2_000_000;

interface DataPlace extends Pick<McpCall, 'client' | 'signal'> {
  projectId: string;
}

/** For whom a query is read, and by what. */
export interface QueryPlace extends DataPlace {
  presentFirst: PresentFirst;
}

/** What a chart or small map is drawn from: data by its name, or a query. */
export const sourceFields = {
  layer: z.string().min(1).max(2_000).optional().describe('A layer by name, as layer:World/roads.'),
  sql: z
    .string()
    .min(1)
    .max(20_000)
    .optional()
    .describe('Instead of a layer: one SELECT for the database “This project”, as run_sql takes it.'),
};

/**
 * The rows of a SELECT of the database “This project”, as JSON has them, read as the person may read.
 * @throws GromaError as the query; BAD_INPUT where they are too long
 */
export async function queryRows<Row>(
  sql: string,
  { projectId, client, signal, presentFirst }: QueryPlace,
): Promise<Row[]> {
  const answer = await client.open(databaseArrow.runQueryArrow, {
    params: { projectId },
    body: {
      database: 'This project',
      query: `SELECT CAST(to_json(list(given)) AS VARCHAR) AS found FROM ${subquery(sql)} AS given`,
      most_rows: 2,
    },
    signal,
  });
  const stream = new Uint8Array(await answer.arrayBuffer());
  const { text, isCut } = await presentFirst({ stream, mostRows: 1, mostCharacters });
  if (isCut) throw new GromaError('BAD_INPUT', { detail: 'the result is too long to be drawn.' });
  // One cell of CSV below its header: JSON has no line breaks, and its quotation marks are doubled.
  const cell = text.slice(text.indexOf('\n') + 1).trim();
  return cell === '' ? [] : (JSON.parse(cell.slice(1, -1).replaceAll('""', '"')) as Row[]);
}

/** The query that gives a vector layer by its name. @throws GromaError NOT_FOUND, LAYER_NOT_VECTOR */
export async function layerQuery(name: string, { projectId, client, signal }: DataPlace): Promise<string> {
  const { data } = await client.call(resource.readResource, { params: { projectId }, query: { name }, signal });
  const layers = (await client.call(layerArrow.listLayers, { params: { projectId }, signal })).data;
  const found = layers.find(({ id, map_id }) => data.reference === `layer:${map_id}/${id}`);
  if (!found) throw new GromaError('LAYER_NOT_VECTOR', { name });
  return `SELECT * FROM layers.${quoteIdentifier(found.map_name)}.${quoteIdentifier(found.name)}`;
}
