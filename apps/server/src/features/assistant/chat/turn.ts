import {
  convertToModelMessages,
  createUIMessageStream,
  InvalidToolInputError,
  NoSuchToolError,
  stepCountIs,
  streamText,
  toUIMessageStream,
  type ModelMessage,
  type ToolSet,
  type UIMessage,
  type UIMessageStreamWriter,
} from 'ai';
import { and, eq } from '../../../platform/database/drizzle.ts';
import { consentScope, GromaError, keepError, keptError, type ChatModel, type MessageState } from '@groma/model';
import type { Client, SentAttachment } from '@groma/protocol';
import { storable, storableText } from '../../../platform/database/storable.ts';
import { chatMessages } from '../../../platform/database/tables/index.ts';
import type { TakeBack } from '../../../platform/language-model/pro-queries.ts';
import type { Platform } from '../../../platform/platform.ts';
import { logAnswer } from '../log/assistant-log.ts';
import { loggedCalls } from '../log/logged-calls.ts';
import { dropPieces, type MessageRow } from './chat-threads.ts';
import { sdkTools, ToolFailure, type ChatTool } from './chat-tools.ts';
import { describeAttachment } from './describe-attachment.ts';
import { finderName, namesFound } from './find-tools.ts';
import { fitMessages } from './fit-messages.ts';
import {
  asksConsent,
  inWords,
  partsOf,
  readableMessage,
  saysAnything,
  settledParts,
  toolsCalled,
  uiMessage,
} from './stored-parts.ts';
import { chunkText, PieceKeeper, streamEnd } from './turn-pieces.ts';

/** Steps of one turn: a model that never ends is ended. */
const mostSteps = 30;
/** Of the characters that a model takes, how many go to one attachment at most: one in so many. */
const attachmentShare = 4;

/** One answer that is to be written. */
export interface Turn {
  threadId: string;
  messageId: string;
  projectId: string;
  userId: string;
  /** The messages that it follows; the message itself last where it goes on after a consent. */
  branch: readonly MessageRow[];
  model: ChatModel;
  /** What the model is told before everything else. */
  instructions: string;
  tools: readonly ChatTool[];
  /** Keys of what runs without asking in this thread (`consentScope`). */
  allowedTools: ReadonlySet<string>;
  /** That whoever asks may still do so, with what they could when they did. @throws GromaError */
  requireRight(): Promise<void>;
  /** Gives back what the question has counted for, where it is answered by nothing. */
  takeBack: TakeBack;
  /** The first call of the model has been counted. */
  isAdmitted: boolean;
  /** Makes the calls of the person who asks. */
  client: Client;
  /** The same, and can only read. */
  reader: Client;
}

/** How a turn has gone so far. */
interface Progress {
  message: UIMessage | undefined;
  failure: string | null;
  prompt: string;
  inputTokens: number;
  outputTokens: number;
  steps: number;
  /** The last step ended with calls of tools, whose results the model wanted. */
  wantsMore: boolean;
}

/**
 * Writes one answer: asks the model, runs its tools, keeps what streams, and stores the message. `tell` is given the
 * stream as text, for whoever waits for it; that they go away does not end the turn, `aborter` does.
 */
export async function runTurn(
  platform: Platform,
  turn: Turn,
  aborter: AbortController,
  tell: (text: string) => void,
): Promise<void> {
  const { query } = platform.database;
  const keeper = await PieceKeeper.begin(query, turn, () => aborter.abort());
  const progress: Progress = {
    message: undefined,
    failure: null,
    prompt: '',
    inputTokens: 0,
    outputTokens: 0,
    steps: 0,
    wantsMore: false,
  };
  const textOf = (error: unknown): string => {
    if (error instanceof ToolFailure) return error.kept;
    if (InvalidToolInputError.isInstance(error)) return `Its arguments are no JSON: ${error.toolInput.slice(0, 200)}`;
    if (NoSuchToolError.isInstance(error)) return `There is no tool “${error.toolName}” now. find_tools finds more.`;
    if (aborter.signal.aborted) return keepError(new GromaError('ANSWER_STOPPED'));
    // What has failed once is told as it was, however often it comes by.
    const earlier = keptError(progress.failure);
    if (earlier) return earlier.message;
    const known =
      error instanceof GromaError
        ? error
        : new GromaError('INTERNAL', { reference: `${turn.threadId}/${turn.messageId}` });
    if (known !== error) platform.log.error('An answer of the assistant failed.', { error });
    progress.failure = keepError(known);
    return known.message;
  };
  // Whose rights have ended gets no further: neither the model nor a tool is asked any more.
  const requireRight = async (): Promise<void> => {
    aborter.signal.throwIfAborted();
    await turn.requireRight().catch((error: unknown) => {
      const reason = textOf(error);
      aborter.abort(error);
      tellAll(chunkText({ type: 'error', errorText: reason }));
      throw error;
    });
  };
  const tellAll = (text: string): void => {
    tell(text);
    keeper.add(text);
  };
  try {
    const { signal } = aborter;
    for await (const chunk of streamOf(platform, turn, signal, progress, textOf, requireRight))
      tellAll(chunkText(chunk));
  } catch (error) {
    tellAll(chunkText({ type: 'error', errorText: textOf(error) }));
  }
  await keeper.end();
  await store(query, turn, progress, aborter.signal.aborted);
  if (progress.failure !== null && !saysAnything(progress.message)) await turn.takeBack();
  tell(streamEnd);
}

function streamOf(
  platform: Platform,
  turn: Turn,
  signal: AbortSignal,
  progress: Progress,
  onError: (error: unknown) => string,
  requireRight: () => Promise<void>,
) {
  const originalMessages = turn.branch.map(uiMessage);
  return createUIMessageStream<UIMessage>({
    originalMessages,
    generateId: () => turn.messageId,
    onError,
    onEnd({ responseMessage }) {
      progress.message = responseMessage;
    },
    async execute({ writer }) {
      const tools = toolsOf(platform, turn, writer, requireRight);
      const result = streamText({
        model: await platform.models.open(turn.model.id, { ...turn, purpose: 'chat', signal }),
        instructions: turn.instructions,
        messages: await messagesOf(turn, originalMessages, tools, signal),
        tools,
        maxRetries: 0,
        abortSignal: signal,
        stopWhen: stepCountIs(mostSteps),
        toolApproval: ({ toolCall }) => (asksFirst(turn, toolCall) ? 'user-approval' : 'not-applicable'),
        prepareStep: preparerOf(turn, originalMessages, progress, requireRight),
        onStepEnd({ usage, finishReason }) {
          progress.steps += 1;
          progress.wantsMore = finishReason === 'tool-calls';
          progress.inputTokens += usage.inputTokens ?? 0;
          progress.outputTokens += usage.outputTokens ?? 0;
        },
        // The stream tells of it.
        onError: () => undefined,
      });
      writer.merge(
        toUIMessageStream({
          stream: result.stream,
          tools,
          onError,
          messageMetadata: ({ part }) => (part.type === 'start' ? { model: turn.model.id } : undefined),
        }).pipeThrough(
          new TransformStream({
            transform(chunk, controller) {
              // A model that was ended in the middle of its work has not said so.
              if (chunk.type === 'finish' && progress.wantsMore && progress.steps >= mostSteps)
                controller.enqueue({
                  type: 'error',
                  errorText: onError(new GromaError('TURN_STEPS_SPENT', { steps: mostSteps })),
                });
              controller.enqueue(chunk);
            },
          }),
        ),
      );
    },
  });
}

function toolsOf(
  { log }: Platform,
  { tools, projectId, client, reader }: Turn,
  writer: UIMessageStreamWriter,
  requireRight: () => Promise<void>,
) {
  return sdkTools(tools, {
    projectId,
    client,
    reader,
    requireRight,
    report: (id, percent, message) => {
      writer.write({ type: 'data-progress', id, data: { percent, message }, transient: true });
    },
    show: (view) => {
      writer.write({ type: 'data-view', data: view, transient: true });
    },
    onFault: (tool, error, reference) => {
      log.error('A tool of the assistant failed.', { tool, reference, error });
    },
  });
}

function asksFirst({ tools, allowedTools }: Turn, call: { toolName: string; input: unknown }): boolean {
  const tool = tools.find(({ name }) => name === call.toolName);
  if (!tool || tool.isFree) return false;
  const scope = consentScope(call.toolName, call.input);
  return scope === null || !allowedTools.has(scope.key);
}

/** Before each step: what fits of the messages, and the tools that have been found. */
function preparerOf(
  { instructions, model, tools }: Turn,
  originals: readonly UIMessage[],
  progress: Progress,
  requireRight: () => Promise<void>,
) {
  const shown = new Set([
    ...tools.flatMap(({ name, isHidden }) => (isHidden ? [] : [name])),
    ...toolsCalled(originals).filter((called) => tools.some(({ name }) => name === called)),
  ]);
  return async ({ messages, steps }: { messages: ModelMessage[]; steps: { toolResults: Result[] }[] }) => {
    await requireRight();
    for (const { toolName, output } of steps.flatMap(({ toolResults }) => toolResults))
      if (toolName === finderName) for (const name of namesFound(output)) shown.add(name);
    const fitted = fitMessages(messages, model.characterLimit - instructions.length);
    progress.prompt = [`system: ${instructions}`, ...fitted.map(readableMessage)].join('\n\n');
    return { messages: fitted, activeTools: [...shown] };
  };
}
interface Result {
  toolName: string;
  output: unknown;
}

/** The messages of the branch for the model, with what the last question has along with it. */
async function messagesOf(
  { branch, model, projectId, reader }: Turn,
  originals: readonly UIMessage[],
  tools: ToolSet,
  signal: AbortSignal,
): Promise<ModelMessage[]> {
  const last = branch.findLastIndex(({ role }) => role === 'user');
  const most = Math.floor(model.characterLimit / attachmentShare);
  const messages = await Promise.all(
    originals.map(async (message, at) => {
      const attachments = (branch[at]?.attachments ?? []) as SentAttachment[];
      if (attachments.length === 0) return message;
      const described =
        at === last
          ? await Promise.all(
              attachments.map((each) => describeAttachment(each, { projectId, client: reader, signal, most })),
            )
          : attachments.map(({ type, filename }) => ({ type: 'text' as const, text: `Attached ${type}: ${filename}` }));
      return { ...message, parts: [...message.parts, ...described] };
    }),
  );
  // The tools say how a model reads what they gave: as text that is trimmed (AIA-053).
  return convertToModelMessages(messages.map(inWords), { tools, ignoreIncompleteToolCalls: true });
}

async function store(
  query: Platform['database']['query'],
  { threadId, messageId, branch }: Turn,
  { message, failure, prompt, inputTokens, outputTokens }: Progress,
  isStopped: boolean,
): Promise<void> {
  const before = branch.find(({ id }) => id === messageId);
  const parts = message ? partsOf(message) : (before?.parts ?? []);
  const state: MessageState =
    failure !== null ? 'failed' : isStopped ? 'stopped' : asksConsent(parts) ? 'asking' : 'complete';
  const kept = storable(state === 'asking' ? parts : settledParts(parts));
  const tokens = {
    inputTokens: (before?.inputTokens ?? 0) + inputTokens,
    outputTokens: (before?.outputTokens ?? 0) + outputTokens,
  };
  // Also of one whose conversation was deleted meanwhile.
  await logAnswer(query, { threadId, messageId }, { state, calls: loggedCalls(kept), ...tokens });
  const stored = await query
    .update(chatMessages)
    .set({
      parts: kept,
      state,
      error: failure === null ? null : storableText(failure),
      prompt: storableText(prompt),
      ...tokens,
      writtenUntil: null,
      stopAskedAt: null,
    })
    .where(and(eq(chatMessages.threadId, threadId), eq(chatMessages.id, messageId), eq(chatMessages.state, 'writing')))
    .returning({ id: chatMessages.id });
  // Of a message that waits for consent, the stream goes on behind them. One that was given up is not touched.
  if (stored.length > 0 && state !== 'asking') await dropPieces(query, threadId, messageId);
}
