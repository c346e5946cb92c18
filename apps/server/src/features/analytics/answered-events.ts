import { extname } from 'node:path';
import { GromaError } from '@groma/model';
import type { AnalyticsEvent, MainMessage } from '@groma/protocol';
import type { Answer, Call } from '../../platform/http/route.ts';

type Told = (call: Call, reply: unknown) => AnalyticsEvent | undefined;

/** What calls that went well say of use, by the id of their endpoint. */
const eventsOfCalls: Readonly<Record<string, Told>> = {
  postToNotebook: ({ params, body }) => ofNotebook((params as { notebookId: string }).notebookId, body as MainMessage),
  uploadFiles: (_call, reply) => ofUpload(pathsIn(reply)),
  uploadChunk: (_call, reply) => ofUpload(pathsIn(reply)),
  importLayers: ({ query }, reply) => ({
    name: 'import_layers',
    properties: {
      extension: extensionOf((query as { file_path: string }).file_path),
      layers: (reply as { Layer: unknown[] }).Layer.length,
    },
  }),
};

/** The event that an answered call is, if it is one. Failures that nobody foresaw are events of their own. */
export function eventOfAnswer({ endpoint, call, reply, error }: Answer): AnalyticsEvent | undefined {
  const event = error === undefined ? eventsOfCalls[endpoint.id]?.(call, reply) : eventOfFailure(endpoint.id, error);
  return event && call.projectId !== undefined ? { ...event, project_id: call.projectId } : event;
}

function ofNotebook(notebookId: string, message: MainMessage): AnalyticsEvent | undefined {
  switch (message.type) {
    case 'Enqueue_Code':
      return { name: 'run_code_block', properties: { notebook_id: notebookId, blocks: 1 } };
    case 'Enqueue_Blocks':
      return { name: 'run_code_block', properties: { notebook_id: notebookId, blocks: message.blocks.length } };
    case 'Stop_All':
      return { name: 'stop_all_blocks', properties: { notebook_id: notebookId } };
    default:
      return undefined;
  }
}

/** A refusal (4xx) is an answer like any other; a person saw an error where the server failed. */
function eventOfFailure(call: string, error: unknown): AnalyticsEvent | undefined {
  if (error instanceof GromaError && error.status < 500) return undefined;
  const name = error instanceof GromaError ? error.code : error instanceof Error ? error.name : 'Unknown';
  return {
    name: 'error_occurred',
    properties: {
      error: name.replace(/[^A-Za-z0-9_]/g, '') || 'Unknown',
      where: 'server',
      call: call.replace(/[^A-Za-z]/g, ''),
    },
  };
}

/** An upload is an event when its last file is there: a chunk that is not the last answers nothing. */
function ofUpload(paths: readonly string[]): AnalyticsEvent | undefined {
  return paths.length === 0
    ? undefined
    : { name: 'upload_file', properties: { extension: extensionOf(paths[0] ?? ''), files: paths.length } };
}

function pathsIn(reply: unknown): string[] {
  const data = (reply as { data?: unknown } | undefined)?.data;
  return [data ?? []].flat().flatMap((entry) => (entry as { path?: string }).path ?? []);
}

/** Only the ending, and none at all where it does not look like one. */
function extensionOf(path: string): string {
  const extension = extname(path).slice(1).toLowerCase();
  return /^[a-z0-9]{1,12}$/.test(extension) ? extension : '';
}
