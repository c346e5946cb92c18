import { setTimeout as sleep } from 'node:timers/promises';
import { operation } from '@groma/protocol';
import type { McpCall } from './mcp-tool.ts';

const everyMs = 1_000;

/**
 * Reports the progress of an operation every second, until it or the call has ended. One that waits for its end alone
 * cancels it when the agent goes away.
 */
export async function watchOperation(
  operationId: string,
  { client, signal, report }: McpCall,
  until: 'until-it-ends' | AbortSignal,
): Promise<void> {
  const end = until === 'until-it-ends' ? signal : AbortSignal.any([signal, until]);
  try {
    while (!end.aborted) {
      await sleep(everyMs, undefined, { signal: end });
      const { data } = await client.call(operation.readOperation, { params: { operationId }, signal: end });
      await report(data.progress, data.currentSubTask ?? data.title);
      if (data.job_status !== 'in progress') return;
    }
  } catch (error) {
    if (!end.aborted) throw error;
  }
  if (until === 'until-it-ends' && signal.aborted)
    await client.call(operation.cancelOperation, { params: { operationId } });
}
