import type { WholeOutput, WidgetBatch } from '@groma/model';
import type { KernelAddress } from './connection.ts';
import type { ExecuteReply } from './jupyter-client.ts';
import type { KernelQuestion } from './kernel-question.ts';

/** What the server asks of the worker thread that speaks with a kernel. */
export type WireRequest =
  | { type: 'connect'; connection: KernelAddress; keptCharacters?: number }
  | { type: 'execute'; id: number; code: string; isSilent?: boolean; takesInput?: boolean }
  | { type: 'answer-input'; id: number; execution: number; inputId: string; value: string }
  | { type: 'ask'; id: number; question: KernelQuestion }
  | { type: 'acknowledge'; id: number }
  | { type: 'interrupt' }
  | { type: 'shutdown' };

/** What the worker thread reports. `outputs` wants an `acknowledge`; `cleared` empties the output so far. */
export type WireReport =
  | { type: 'ready' }
  | { type: 'interrupted' }
  | { type: 'outputs'; id: number; outputs: WholeOutput[] }
  | { type: 'cleared'; id: number }
  | { type: 'input-answered'; id: number; isTaken: boolean }
  | { type: 'answer'; id: number; content: Record<string, unknown> | null }
  | { type: 'done'; id: number; reply: ExecuteReply }
  | { type: 'widgets'; batch: WidgetBatch }
  | { type: 'lost'; reason: string };
