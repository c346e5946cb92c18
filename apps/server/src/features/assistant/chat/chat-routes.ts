import { Readable } from 'node:stream';
import { and, eq } from '../../../platform/database/drizzle.ts';
import { canInProject, GromaError, type ChatModel, type ProjectId, type UserId } from '@groma/model';
import { assistant, project, type ChatThreadReply, type ChatView } from '@groma/protocol';
import type { FastifyReply } from 'fastify';
import { chatMessages, projects } from '../../../platform/database/tables/index.ts';
import { readOnlyHeader } from '../../../platform/http/callers.ts';
import { route, streamed, type Call, type Route } from '../../../platform/http/route.ts';
import { countProQuery, type TakeBack } from '../../../platform/language-model/pro-queries.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readLog, readLoggedPeople } from '../log/assistant-log.ts';
import type { PresentFirst } from '../mcp/data-tools.ts';
import { insideClient } from '../mcp/inside-client.ts';
import type { McpTool } from '../mcp/mcp-tool.ts';
import { toolsAllowedBy } from './allow-tools.ts';
import { beginMessage, continueMessage, endDeadMessages, failMessage } from './begin-message.ts';
import {
  branchOf,
  changeThread,
  createThread,
  deleteThread,
  listThreads,
  messageReply,
  ownConversation,
  ownThread,
  readableThread,
  readMessage,
  readMessages,
  type Asker,
} from './chat-threads.ts';
import { describeView } from './describe-view.ts';
import { chatInstructions } from './instructions.ts';
import { withConsent } from './stored-parts.ts';
import { chatToolSet, type createToolbox } from './tool-set.ts';
import { readPieces, streamHeaders } from './turn-pieces.ts';
import type { Turn } from './turn.ts';
import type { Turns } from './turns.ts';

const done = { status: 'ok' };
/** Of the characters that a model takes, how many go to what the person sees at most: one in so many. */
const viewShare = 6;

/** What a turn may change, as tools for the model. */
type MakeChangeTools = (asked: {
  projectId: ProjectId;
  threadId: string;
  messageId: string;
  userId: UserId;
  isAnalyst: boolean;
}) => readonly McpTool[];

export interface ChatParts {
  platform: Platform;
  turns: Turns;
  presentFirst: PresentFirst;
  changeTools: MakeChangeTools;
  toolbox: ReturnType<typeof createToolbox>;
}

/** Conversations with the assistant (AIA-061). */
export function chatRoutes(parts: ChatParts): Route[] {
  const { platform, turns } = parts;
  const { query } = platform.database;
  return [
    ...threadRoutes(platform, turns),
    route(assistant.sendChatMessage, async (call) => {
      const { params, body } = call;
      const thread = await ownConversation(query, askerOf(call), params.threadId);
      const model = platform.models.choose(body.selectedLLM);
      const { text, attachments, is_analyst: isAnalyst, view } = body;
      const question = { id: body.id, parent: body.parent, text, attachments, isAnalyst };
      const parent = body.again ? await questionAgain(query, thread.id, body.parent) : body.id;
      if (!body.again && text.trim() === '' && attachments.length === 0)
        throw new GromaError('BAD_INPUT', { detail: 'The question is empty.' });
      const message = { parent, model: model.id, isAnalyst };
      // Before anything is kept of it.
      await platform.models.admit({ userId: call.user.id, projectId: call.projectId });
      const takeBack = await countProQuery(platform.database, call.projectId, model);
      const messageId = await beginMessage(
        query,
        call.projectId,
        thread,
        message,
        body.again ? undefined : question,
      ).catch(async (error: unknown) => {
        await takeBack();
        throw error;
      });
      return answer(parts, call, {
        thread,
        messageId,
        leaf: parent,
        model,
        isAnalyst,
        view,
        takeBack,
        isAdmitted: true,
      });
    }),
    route(assistant.answerConsent, async (call) => {
      const { params, body } = call;
      const thread = await ownThread(query, askerOf(call), params.threadId);
      const message = await readMessage(query, thread.id, params.messageId);
      const model = platform.models.choose(message.model ?? undefined);
      // Analyst mode that was switched off meanwhile is off.
      const isAnalyst = message.isAnalyst && body.is_analyst;
      const allowed = new Set(body.answers.flatMap(({ approval, is_allowed }) => (is_allowed ? [approval] : [])));
      await continueMessage(
        query,
        thread.id,
        message.id,
        withConsent(message.parts, (id) => allowed.has(id)),
        isAnalyst,
      );
      const always = new Set(body.allow.filter((id) => allowed.has(id)));
      const more = await toolsAllowedBy(query, message.parts, always);
      if (more.length > 0) {
        const byKey = new Map([...thread.allowed_tools, ...more].map((each) => [each.key, each]));
        thread.allowed_tools = [...byKey.values()];
        await changeThread(query, thread.id, { allowedTools: thread.allowed_tools });
      }
      const { id: messageId } = message;
      return answer(parts, call, {
        thread,
        messageId,
        leaf: messageId,
        model,
        isAnalyst,
        view: body.view,
        takeBack: keep,
        isAdmitted: false,
      });
    }),
    route(assistant.resumeChatMessage, async (call) => {
      const { params, signal, reply } = call;
      await readableThread(query, askerOf(call), params.threadId);
      const { state } = await readMessage(query, params.threadId, params.messageId);
      if (state !== 'writing') {
        await reply.status(204).send();
        return streamed;
      }
      return streamTo(reply, Readable.from(readPieces(query, params, signal), { objectMode: false }));
    }),
  ];
}

/** @throws GromaError NOT_FOUND, BAD_INPUT for what is no question */
async function questionAgain(
  query: Platform['database']['query'],
  threadId: string,
  messageId: string | null,
): Promise<string> {
  if (messageId === null || (await readMessage(query, threadId, messageId)).role !== 'user')
    throw new GromaError('BAD_INPUT', { detail: 'Only a question is answered once more.' });
  return messageId;
}

interface Asked {
  thread: ChatThreadReply;
  messageId: string;
  /** The message that the branch ends with. */
  leaf: string;
  model: ChatModel;
  isAnalyst: boolean;
  view: ChatView;
  takeBack: TakeBack;
  /** The first call of the model has been counted. */
  isAdmitted: boolean;
}

/** What goes on after a consent counts no more, and so there is nothing to give back. */
const keep: TakeBack = () => Promise.resolve();

type Asking = Pick<Call, 'projectId' | 'projectAccess' | 'user' | 'request' | 'reply' | 'signal'>;

/** Writes an answer to whoever asked. What fails before it has begun ends its message. */
async function answer(parts: ChatParts, asking: Asking, asked: Asked): Promise<typeof streamed> {
  const { query } = parts.platform.database;
  const turn = await turnOf(parts, asking, asked).catch(async (error: unknown) => {
    await asked.takeBack();
    await failMessage(query, asked.thread.id, asked.messageId, error instanceof GromaError ? error : null);
    throw error;
  });
  return streamTo(asking.reply, parts.turns.begin(turn));
}

async function turnOf(
  { platform, presentFirst, changeTools, toolbox }: ChatParts,
  { projectId, projectAccess, user, request, signal }: Asking,
  { thread, messageId, leaf, model, isAnalyst, view, takeBack, isAdmitted }: Asked,
): Promise<Turn> {
  const { query } = platform.database;
  const { cookie, authorization } = request.headers;
  const headers = { ...(cookie !== undefined && { cookie }), ...(authorization !== undefined && { authorization }) };
  const client = insideClient(request.server, headers, request.ip);
  const reader = insideClient(request.server, { ...headers, [readOnlyHeader]: '1' }, request.ip);
  const mayEdit = canInProject(projectAccess.role, 'update', 'map');
  const [messages, tools, seen, [about]] = await Promise.all([
    readMessages(query, thread.id),
    chatToolSet({
      toolbox: () => toolbox(client, signal),
      mayEdit,
      presentFirst,
      changeTools: changeTools({ projectId, threadId: thread.id, messageId, userId: user.id, isAnalyst }),
    }),
    describeView(view, { projectId, client: reader, signal, most: Math.floor(model.characterLimit / viewShare) }),
    query.select({ name: projects.name }).from(projects).where(eq(projects.id, projectId)),
  ]);
  return {
    threadId: thread.id,
    messageId,
    projectId,
    userId: user.id,
    branch: branchOf(messages, leaf),
    model,
    instructions: chatInstructions({
      project: about?.name ?? '',
      person: user.username,
      mayEdit,
      isAnalyst,
      today: new Date().toISOString().slice(0, 10),
      view: seen,
    }),
    tools,
    async requireRight() {
      // By a call of theirs: whoever has signed out or left the workspace gets no answer either.
      await reader.call(project.readProject, { params: { id: projectId } });
      if (mayEdit) await platform.access.require(user.id, projectId, 'update', 'map');
    },
    allowedTools: new Set(thread.allowed_tools.map(({ key }) => key)),
    takeBack,
    isAdmitted,
    client,
    reader,
  };
}

async function streamTo(reply: FastifyReply, stream: Readable): Promise<typeof streamed> {
  await reply.headers(streamHeaders).send(stream);
  return streamed;
}

/** @throws GromaError FORBIDDEN for who only passes by a public project: the models are not theirs to spend */
function askerOf({ projectId, projectAccess, user }: Pick<Call, 'projectId' | 'projectAccess' | 'user'>): Asker {
  if (projectAccess.isPasserby) throw new GromaError('FORBIDDEN');
  return { projectId, userId: user.id };
}

function threadRoutes({ database, models }: Platform, turns: Turns): Route[] {
  const { query } = database;
  return [
    route(assistant.listChatThreads, async (call) => ({ data: await listThreads(query, askerOf(call)) })),
    route(assistant.createChatThread, async (call) => {
      const { title, copy_of: copyOf, leaf } = call.body;
      return { data: await createThread(database, askerOf(call), { title, copyOf, leaf }) };
    }),
    route(assistant.readChatThread, async (call) => {
      const thread = await readableThread(query, askerOf(call), call.params.threadId);
      await endDeadMessages(query, thread.id);
      return { data: { thread, messages: (await readMessages(query, thread.id)).map(messageReply) } };
    }),
    route(assistant.changeChatThread, async (call) => {
      const thread = await ownThread(query, askerOf(call), call.params.threadId);
      const { title, is_shared: isShared, allowed_tools: keys, leaf } = call.body;
      if (leaf !== undefined) await readMessage(query, thread.id, leaf);
      await changeThread(query, thread.id, {
        ...(title !== undefined && { title }),
        ...(isShared !== undefined && { isShared }),
        // Whoever takes something back allows nothing by it.
        ...(keys && { allowedTools: thread.allowed_tools.filter(({ key }) => keys.includes(key)) }),
        ...(leaf !== undefined && { leaf }),
      });
      return { data: await ownThread(query, askerOf(call), thread.id) };
    }),
    route(assistant.deleteChatThread, async (call) => {
      const thread = await ownThread(query, askerOf(call), call.params.threadId);
      // What it has come to stays in the log.
      await turns.stopAll(thread.id);
      await endDeadMessages(query, thread.id, true);
      await deleteThread(query, thread.id);
      return done;
    }),
    route(assistant.stopChatMessage, async (call) => {
      const thread = await ownThread(query, askerOf(call), call.params.threadId);
      const place = { threadId: thread.id, messageId: call.params.messageId };
      await readMessage(query, place.threadId, place.messageId);
      if (await turns.stop(place)) return done;
      // Another process writes it, and looks for this.
      await query
        .update(chatMessages)
        .set({ stopAskedAt: new Date() })
        .where(
          and(
            eq(chatMessages.threadId, place.threadId),
            eq(chatMessages.id, place.messageId),
            eq(chatMessages.state, 'writing'),
          ),
        );
      return done;
    }),
    route(assistant.readSentPrompt, async (call) => {
      const thread = await ownThread(query, askerOf(call), call.params.threadId);
      const { model, prompt } = await readMessage(query, thread.id, call.params.messageId);
      if (prompt === null) throw new GromaError('NOT_FOUND', { noun: 'prompt' });
      return { data: { model, text: prompt } };
    }),
    route(assistant.readAssistantLog, async ({ projectId, query: asked }) => ({
      data: await readLog(query, projectId, asked),
      people: await readLoggedPeople(query, projectId),
      prices: models.prices,
    })),
  ];
}
