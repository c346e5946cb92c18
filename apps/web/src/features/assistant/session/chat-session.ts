import { Chat } from '@ai-sdk/react';
import { assistant, type ChatMessageReply, type ChatThreadReply, type SentAttachment } from '@groma/protocol';
import { createStore, type StoreApi } from 'zustand';
import { api, errorText, isUnanswered, queryClient } from '../../../platform/api.ts';
import { proQueriesKey } from '../../../platform/language-model/use-pro-queries.ts';
import { readAssistantView } from '../../../registry/assistant-view.ts';
import { leafBelow, pathTo } from './branch.ts';
import { toGaiaMessage, type GaiaMessage, type GaiaPart } from './chat-message.ts';
import { chatTransport, type ChatRequest } from './chat-transport.ts';
import { showPlace } from './show-place.ts';

type Ask = Extract<ChatRequest, { kind: 'ask' }>['body'];

/** What a person asks. */
export interface Question {
  text: string;
  attachments: readonly SentAttachment[];
  selectedLLM: string | undefined;
  isAnalyst: boolean;
}

export interface ConsentAnswer {
  approval: string;
  isAllowed: boolean;
}

export interface SessionState {
  status: 'loading' | 'ready' | 'failed';
  failure: string | null;
  thread: ChatThreadReply | null;
  /** All messages of all branches, as they are stored. */
  messages: readonly ChatMessageReply[];
  /** An answer is written whose connection is lost. */
  isAway: boolean;
  /** What the server did not take, and why. */
  unsent: { body: Ask; failure: string } | null;
  /** Why the server refused anything else. */
  refusal: string | null;
  /** How far running tools are, by their calls. */
  progress: Readonly<Record<string, { percent: number; message: string }>>;
}

/** One conversation that is open: its messages, the answer that streams, and all that can be done with it. */
export interface ChatSession {
  threadId: string;
  chat: Chat<GaiaMessage>;
  store: StoreApi<SessionState>;
  load(): Promise<void>;
  /** Asks behind `parent`; null begins the conversation. */
  ask(question: Question, parent: string | null): Promise<void>;
  /** Has a question answered once more, beside the answers that it has. */
  answerAgain(questionId: string, question: Omit<Question, 'text' | 'attachments'>): Promise<void>;
  /** Sends what was not taken once more. */
  retry(): Promise<void>;
  /** `allow`: approvals that hold for the conversation. Without `isAnalyst` changes wait from then on. */
  answerConsents(
    messageId: string,
    answers: readonly ConsentAnswer[],
    allow: readonly string[],
    isAnalyst: boolean,
  ): Promise<void>;
  stop(): Promise<void>;
  /** Shows the branch that goes through a message. */
  showBranch(messageId: string): Promise<void>;
}

const firstState: SessionState = {
  status: 'loading',
  failure: null,
  thread: null,
  messages: [],
  isAway: false,
  unsent: null,
  refusal: null,
  progress: {},
};

/** How long the first and the longest wait are before a lost connection is tried again, in milliseconds. */
const pauseMs = { first: 400, most: 5_000 };

const sessions = new Map<string, ChatSession>();

/** The session of a thread, the same for as long as the page is open: an answer goes on while the drawer is closed. */
export function chatSession(projectId: string, threadId: string): ChatSession {
  const known = sessions.get(threadId);
  if (known) return known;
  const made = makeSession(projectId, threadId);
  sessions.set(threadId, made);
  return made;
}

/** Forgets a thread that is gone. */
export function dropChatSession(threadId: string): void {
  void sessions.get(threadId)?.chat.stop();
  sessions.delete(threadId);
}

function makeSession(projectId: string, threadId: string): ChatSession {
  const place = { projectId, threadId };
  const store = createStore<SessionState>(() => firstState);
  const set = (change: Partial<SessionState>) => store.setState(change);
  const shown = new Set<string>();
  let writingId: string | null = null;
  let isStopAsked = false;
  let isFollowed = false;
  /** How often something has begun to stream. */
  let turn = 0;
  /** Reads what has just been stored. */
  let reading: Promise<boolean> | null = null;
  /** True while the streaming answer was asked for in this page; only then may it move the map. */
  let isAsking = false;

  const chat = new Chat<GaiaMessage>({
    id: threadId,
    transport: chatTransport(place, (messageId) => {
      writingId = messageId;
      set({ isAway: false });
      if (isStopAsked) void tellStop(messageId);
    }),
    onData: takeData,
  });

  function takeData(part: GaiaPart): void {
    if (part.type === 'data-progress' && 'id' in part && part.id !== undefined)
      set({ progress: { ...store.getState().progress, [part.id]: part.data as { percent: number; message: string } } });
    if (part.type !== 'data-view') return;
    // What is streamed again after a cut has been shown already.
    const key = JSON.stringify([writingId, part.data]);
    if (isAsking && !shown.has(key)) void showPlace(part.data);
    shown.add(key);
  }

  async function read(): Promise<void> {
    const { thread, messages } = (await api.call(assistant.readChatThread, { params: place })).data;
    chat.messages = pathTo(messages, thread.leaf).map(toGaiaMessage);
    chat.clearError();
    set({ status: 'ready', failure: null, thread, messages });
  }

  async function load(): Promise<void> {
    if (isFollowed) return;
    set(store.getState().status === 'failed' ? { status: 'loading', failure: null } : {});
    try {
      await read();
    } catch (error) {
      return set({ status: 'failed', failure: errorText(error) });
    }
    if (!isWriting()) return;
    isAsking = false;
    await follow(resume);
  }

  const leafOf = ({ thread, messages }: SessionState) => messages.find(({ id }) => id === thread?.leaf);
  const isWriting = () => leafOf(store.getState())?.state === 'writing';
  const resume = () => {
    const messageId = leafOf(store.getState())?.id;
    return messageId === undefined
      ? Promise.resolve()
      : chat.resumeStream({ body: { kind: 'resume', messageId } satisfies ChatRequest });
  };

  /**
   * Begins something that streams and stays with it until the answer is stored: comes back to it where the connection
   * was lost. `body` is what was asked, to be kept where the server did not take it.
   */
  async function follow(start: () => Promise<void>, body?: Ask): Promise<void> {
    isFollowed = true;
    isStopAsked = false;
    writingId = null;
    const own = ++turn;
    set({ unsent: null, refusal: null, progress: {} });
    const before = new Set(store.getState().messages.map(({ id }) => id));
    try {
      await start();
      for (let attempt = 0; ; attempt++) {
        const failure = chat.status === 'error' ? chat.error : undefined;
        const isCut = failure !== undefined && isUnanswered(failure);
        if (isCut || attempt > 0) {
          set({ isAway: isCut });
          await pause(attempt);
        }
        reading = tryRead();
        if (!(await reading)) continue;
        if (own !== turn) return;
        if (failure && body && !isTaken(body, before)) return keepUnsent(body, errorText(failure));
        if (failure && isRefusal(failure) && leafOf(store.getState())?.state !== 'failed')
          return set({ refusal: errorText(failure) });
        if (!isWriting()) return;
        writingId = null;
        await resume();
        // What came once will come again: the next loss is a new one.
        if (writingId !== null) attempt = 0;
      }
    } catch (error) {
      set({ status: 'failed', failure: errorText(error) });
    } finally {
      if (own === turn) {
        isFollowed = false;
        set({ isAway: false });
      }
      void queryClient.invalidateQueries({ queryKey: ['chat-threads', projectId] });
      void queryClient.invalidateQueries({ queryKey: proQueriesKey(projectId) });
    }
  }

  /** Whether the server has a question, or an answer that was asked for once more. */
  function isTaken({ id, parent, again }: Ask, before: ReadonlySet<string>): boolean {
    const { messages } = store.getState();
    if (!again) return messages.some((message) => message.id === id);
    return messages.some((message) => message.parent === parent && !before.has(message.id));
  }

  /** False where the server could not be reached. @throws GromaError where it refuses */
  async function tryRead(): Promise<boolean> {
    try {
      await read();
      return true;
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      set({ isAway: true });
      return false;
    }
  }

  /** What was read again does not have the question: it is shown as it was asked. */
  function keepUnsent(body: Ask, failure: string): void {
    const path = pathTo(store.getState().messages, body.parent).map(toGaiaMessage);
    chat.messages = body.again ? path : [...path, questionOf(body)];
    set({ unsent: { body, failure } });
  }

  /**
   * Begins something else at once, or when the answer that has just ended is read, which would take its place. Nothing
   * is loaded from then on.
   */
  function takeTurn(start: () => Promise<void>): Promise<void> {
    isFollowed = true;
    turn++;
    return reading ? reading.then(start, start) : start();
  }

  const begin = (body: Ask) => takeTurn(() => send(body));

  function send(body: Ask): Promise<void> {
    const { messages } = store.getState();
    const path = pathTo(messages, body.parent).map(toGaiaMessage);
    const options = { body: { kind: 'ask', body } satisfies ChatRequest };
    chat.messages = path;
    isAsking = true;
    if (body.again) return follow(() => chat.regenerate(options), body);
    return follow(() => chat.sendMessage(questionOf(body), options), body);
  }

  async function tellStop(messageId: string): Promise<void> {
    isStopAsked = false;
    await api.call(assistant.stopChatMessage, { params: { ...place, messageId } });
  }

  async function patch(body: { title?: string; is_shared?: boolean; leaf?: string }): Promise<void> {
    const thread = (await api.call(assistant.changeChatThread, { params: place, body })).data;
    const { messages } = store.getState();
    set({ thread });
    if (body.leaf !== undefined) chat.messages = pathTo(messages, thread.leaf).map(toGaiaMessage);
    void queryClient.invalidateQueries({ queryKey: ['chat-threads', projectId] });
  }

  return {
    threadId,
    chat,
    store,
    load,
    ask: ({ text, attachments, selectedLLM, isAnalyst }, parent) =>
      begin({
        id: crypto.randomUUID(),
        parent,
        text,
        attachments: [...attachments],
        ...(selectedLLM !== undefined && { selectedLLM }),
        is_analyst: isAnalyst,
        view: readAssistantView(),
      }),
    answerAgain: (questionId, { selectedLLM, isAnalyst }) =>
      begin({
        id: crypto.randomUUID(),
        parent: questionId,
        again: true,
        ...(selectedLLM !== undefined && { selectedLLM }),
        is_analyst: isAnalyst,
        view: readAssistantView(),
      }),
    retry: async () => {
      const { unsent } = store.getState();
      if (unsent) await begin(unsent.body);
    },
    answerConsents: (messageId, answers, allow, isAnalyst) => {
      const request = {
        kind: 'consent',
        messageId,
        body: {
          answers: answers.map(({ approval, isAllowed }) => ({ approval, is_allowed: isAllowed })),
          allow: [...allow],
          is_analyst: isAnalyst,
          view: readAssistantView(),
        },
      } satisfies ChatRequest;
      return takeTurn(async () => {
        for (const { approval, isAllowed } of answers)
          await chat.addToolApprovalResponse({ id: approval, approved: isAllowed });
        isAsking = true;
        await follow(() => chat.sendMessage(undefined, { body: request }));
      });
    },
    stop: async () => {
      isStopAsked = true;
      if (writingId !== null) await tellStop(writingId);
    },
    showBranch: (messageId) => patch({ leaf: leafBelow(store.getState().messages, messageId) }),
  };
}

function questionOf({ id, text = '', attachments = [] }: Ask): GaiaMessage {
  return { id, role: 'user', parts: [{ type: 'text', text }], metadata: { attachments } };
}

/** An answer of the catalogue, or of something in between that will not change by asking once more. */
function isRefusal(error: Error): boolean {
  return typeof (error as { status?: unknown }).status === 'number' && !isUnanswered(error);
}

/** Waits longer at each attempt, but no longer than until the browser is online again. */
function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, Math.min(pauseMs.most, pauseMs.first * 2 ** attempt));
    addEventListener('online', go);
  });
}
