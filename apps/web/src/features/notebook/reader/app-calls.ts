import type { app, AppEvent, AppValues, ReplyOf } from '@groma/protocol';
import { callEarly } from '../../../platform/api.ts';
import { postEarly } from '../../../platform/refusal.ts';

export type ReadApp = ReplyOf<typeof app.readApp>['data'];

/** Reads an application in its newest version, or another. @throws GromaError, CallFailure. */
export async function readApp(templateId: string, version: string | null): Promise<ReadApp> {
  const query = version === null ? '' : `?version=${encodeURIComponent(version)}`;
  return (await callEarly<{ data: ReadApp }>(`/api/hub/templates/${encodeURIComponent(templateId)}/app${query}`)).data;
}

/**
 * Enters a session, and gives what is told of it until it ends or the signal is aborted.
 * @throws GromaError; TypeError where the connection is lost
 */
export async function* enterSession(
  templateId: string,
  version: string,
  signal: AbortSignal,
): AsyncGenerator<AppEvent, void> {
  const response = await postEarly('/api/app-sessions', { template_id: templateId, version }, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (text + value).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as AppEvent;
  }
}

/** Sets inputs of a session, and has it run. @throws GromaError, TypeError */
export async function runSession(session: string, values: AppValues): Promise<void> {
  await postEarly(`/api/app-sessions/${encodeURIComponent(session)}/runs`, { values });
}
