import { randomUUID } from 'node:crypto';
import { assistant, type ChatMessageReply } from '@groma/protocol';
import type { EvalAnswer, EvalTask } from './eval-task.ts';
import type { EvalProject } from './eval-project.ts';

/** Consents of one answer at most: a model that never ends is ended. */
const mostConsents = 20;

/** What a question was answered by, with the message as it is kept. */
export interface Asked extends EvalAnswer {
  message: ChatMessageReply | undefined;
}

/** Asks the assistant as the page does, answers its questions for consent and decides what it proposes. */
export async function askGaia(project: EvalProject, task: EvalTask, model: string | undefined): Promise<Asked> {
  const { client, params } = project;
  const threadId = await project.thread(task.id);
  const view = (await task.view?.(project)) ?? {};
  const ofThread = { ...params, threadId };
  const body = { id: randomUUID(), parent: null, text: task.question, view, ...(model && { selectedLLM: model }) };
  await (await client.open(assistant.sendChatMessage, { params: ofThread, body })).text();
  const last = async (): Promise<ChatMessageReply | undefined> => {
    const { messages } = (await client.call(assistant.readChatThread, { params: ofThread })).data;
    return messages.findLast(({ role }) => role === 'assistant');
  };
  let message = await last();
  for (let at = 0; message?.state === 'asking' && at < mostConsents; at += 1) {
    const answers = consentsOf(message).map((approval) => ({ approval, is_allowed: task.consents ?? true }));
    const consent = { params: { ...ofThread, messageId: message.id }, body: { answers } };
    await (await client.open(assistant.answerConsent, consent)).text();
    message = await last();
  }
  const changes = (await client.call(assistant.listChanges, { params: ofThread })).data;
  const ids = changes.filter(({ state }) => state === 'proposed').map(({ id }) => id);
  if (ids.length > 0 && (task.applies ?? true))
    await client.call(assistant.decideChanges, { params: ofThread, body: { ids, action: 'apply' } });
  const { parts = [] } = message ?? {};
  return {
    message,
    text: parts.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : [])).join('\n'),
    calls: parts.flatMap(({ toolName, input, state }) =>
      typeof toolName === 'string' ? [{ name: toolName, given: input, state: String(state) }] : [],
    ),
    changes: (await client.call(assistant.listChanges, { params: ofThread })).data,
    error: message ? message.error : 'There is no answer.',
  };
}

function consentsOf({ parts }: ChatMessageReply): string[] {
  return parts.flatMap(({ state, approval }) =>
    state === 'approval-requested' ? [(approval as { id: string }).id] : [],
  );
}
