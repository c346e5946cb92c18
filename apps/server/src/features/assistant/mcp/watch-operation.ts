import { setTimeout as sleep } from 'node:timers/promises';
import { GromaError } from '@groma/model';
import { operation, type OperationReply } from '@groma/protocol';
import type { McpCall } from './mcp-tool.ts';

const everyMs = 1_000;

/** Reports the progress of an operation every second, until it has ended or the signal says so. */
export async function reportProgress(
  operationId: string,
  { client, report }: Pick<McpCall, 'client' | 'report'>,
  signal: AbortSignal,
): Promise<void> {
  await report(0, 'Started');
  try {
    for (let isKnown = false; ;) {
      // oxlint-disable-next-line no-await-in-loop
      await sleep(everyMs, undefined, { signal });
      // oxlint-disable-next-line no-await-in-loop
      const known = await readIfThere(operationId, client, signal);
      if (known) {
        isKnown = true;
        // oxlint-disable-next-line no-await-in-loop
        await report(known.progress, known.currentSubTask ?? known.title);
      }
      // One that has just been asked for may not be there yet.
      if (known ? known.job_status !== 'in progress' : isKnown) return;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Waits for the end of an operation, and cancels it when the agent goes away. */
export async function waitForOperation(operationId: string, call: McpCall): Promise<void> {
  await reportProgress(operationId, call, call.signal);
  if (call.signal.aborted) await call.client.call(operation.cancelOperation, { params: { operationId } });
}

/** How an operation has ended. */
export async function endOfOperation(
  operationId: string,
  { client }: Pick<McpCall, 'client'>,
): Promise<{ status: string; problem: string | null }> {
  const { data } = await client.call(operation.readOperation, { params: { operationId } });
  return { status: data.job_status, problem: data.failedMessage };
}

async function readIfThere(
  operationId: string,
  client: McpCall['client'],
  signal: AbortSignal,
): Promise<OperationReply | null> {
  try {
    return (await client.call(operation.readOperation, { params: { operationId }, signal })).data;
  } catch (error) {
    if (error instanceof GromaError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
