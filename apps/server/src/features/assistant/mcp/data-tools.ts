import { dataKinds, limit } from '@groma/model';
import { databaseArrow, file, fileWindow, resource, withSqlNote } from '@groma/protocol';
import { z } from 'zod';
import { mcpTool, type McpTool } from './mcp-tool.ts';

export const projectField = z.string().describe('Id of the project, as list_projects gives it.');

/** Rows of one answer: an agent reads them all. */
const mostRows = 1_000;
/** Characters of a text that is read or written in one call. */
const mostCharacters = 200_000;

/** Shows the first rows of an Arrow stream as CSV. `isCut`: not even all of those, since they are long. */
export type PresentFirst = (asked: {
  stream: Uint8Array;
  mostRows: number;
  mostCharacters: number;
}) => Promise<{ text: string; hasMore: boolean; isCut: boolean }>;

/** Tools that read data by name and SQL, and read and write files. */
export function dataTools(presentFirst: PresentFirst): McpTool[] {
  return [
    mcpTool({
      name: 'find_data',
      description:
        'List data of a project by name: map layers, files, tables of databases, images and results. Other tools take ' +
        'names such as layer:World/roads.',
      isReading: true,
      input: z.object({
        project: projectField,
        query: z.string().max(200).default('').describe('Words that name or place contain.'),
        kinds: z.array(z.enum(dataKinds)).min(1).optional().describe('Kinds that are wanted; all by default.'),
      }),
      run: ({ project: projectId, query, kinds }, { client, signal }) =>
        client.call(resource.listResources, {
          params: { projectId },
          query: { query, ...(kinds && { kinds: kinds.join(',') }) },
          signal,
        }),
    }),
    mcpTool({
      name: 'describe_data',
      description:
        'Columns, types, reference system, extent, number of rows and version of one thing that find_data lists.',
      isReading: true,
      input: z.object({ project: projectField, name: z.string().min(1).max(2_000) }),
      run: async ({ project: projectId, name }, { client, signal }) =>
        (await client.call(resource.readResource, { params: { projectId }, query: { name }, signal })).data,
    }),
    mcpTool({
      name: 'run_sql',
      description:
        'Run SQL and get the rows as CSV. The database “This project” (DuckDB with spatial functions) reads layers as ' +
        'layers."Map"."Layer", files as files."/data/x.csv" and tables of connected databases. Geometries are in ' +
        'degrees, longitude first, and shown as WKT. With a token that may write, CREATE TABLE layers."Map"."Name" AS … makes a ' +
        "layer and COPY … TO '/data/…' a file.",
      isReading: true,
      input: z.object({
        project: projectField,
        sql: z.string().min(1).max(limit.queryCharacters),
        database: z.string().max(255).default('This project').describe('Name or id of a database of the project.'),
        limit: z.int().min(1).max(mostRows).default(100).describe('Rows of the answer at most.'),
      }),
      run: async ({ project: projectId, sql, database, limit: most }, { client, signal }) => {
        const answer = await client.open(databaseArrow.runQueryArrow, {
          params: { projectId },
          body: { database, query: sql, most_rows: most + 1 },
          signal,
        });
        if (answer.status === 204) return 'Done. The statements gave no rows.';
        const stream = new Uint8Array(await answer.arrayBuffer());
        const { text, hasMore, isCut } = await presentFirst({ stream, mostRows: most, mostCharacters });
        if (isCut) return withSqlNote(text, 'The answer was cut here: select fewer columns or rows.');
        return hasMore ? withSqlNote(text, `There are more than ${most} rows. Ask for fewer, or aggregate.`) : text;
      },
    }),
    mcpTool({
      name: 'list_files',
      description: 'List a folder of the files of a project, folders first.',
      isReading: true,
      input: z.object({
        project: projectField,
        path: z.string().default('/data'),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(500).default(200),
      }),
      run: ({ project: projectId, ...query }, { client, signal }) =>
        client.call(file.listFiles, { params: { projectId }, query, signal }),
    }),
    mcpTool({
      name: 'read_text_file',
      description: 'Read lines of a text file of a project, of any size.',
      isReading: true,
      input: z.object({
        project: projectField,
        path: z.string().describe('As /data/notes.md.'),
        start: z.int().min(0).default(0).describe('First line, from 0.'),
        lines: z.int().min(1).max(2_000).default(200),
      }),
      run: async ({ project: projectId, path, start, lines }, { client, signal }) => {
        const { rows, rowCount, isComplete } = await client.call(fileWindow.textWindow, {
          params: { projectId },
          query: { path, start, count: lines },
          signal,
        });
        const text = rows.map((row) => row.text).join('\n');
        return {
          start,
          lines: rows.length,
          lines_in_file: isComplete ? rowCount : null,
          text: text.slice(0, mostCharacters),
          is_cut: text.length > mostCharacters,
        };
      },
    }),
    mcpTool({
      name: 'write_text_file',
      description:
        'Write a text file of a project. A file that is there is kept unless replace is true; then it goes to the trash.',
      isReading: false,
      input: z.object({
        project: projectField,
        path: z.string().describe('As /data/notes.md.'),
        text: z.string().max(mostCharacters),
        replace: z.boolean().default(false),
      }),
      run: async ({ project: projectId, path, text, replace }, { client, signal }) => {
        const form = new FormData();
        form.append('filePaths', path);
        form.append('files', new Blob([text]), path.split('/').at(-1));
        const { data } = await client.call(file.uploadFiles, {
          params: { projectId },
          query: { replace: replace ? 'true' : 'false' },
          form,
          signal,
        });
        return data[0];
      },
    }),
  ];
}
