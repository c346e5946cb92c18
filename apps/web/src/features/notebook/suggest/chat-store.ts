import { useCallback } from 'react';
import { create } from 'zustand';
import { keepTyped, readTyped } from '../../../platform/unsaved/kept-text.ts';

/** A code block of a notebook. */
export interface ChatPlace {
  notebookId: string;
  blockId: string;
}

/** The chat of one code block, as this person has it open. */
export interface BlockChat {
  isOpen: boolean;
  /** What is being typed. */
  text: string;
  /** The error of the last run goes along. */
  withError: boolean;
  /** What is being asked. */
  asking: 'suggestion' | 'explanation' | null;
  /** What has come of a suggestion that is on its way. */
  partial: string | null;
  explanation: string | null;
  /** What was asked and suggested last, for a follow-up. */
  previous: { request: string; code: string } | null;
  /** A sentence about the last question, and whether it is an error. */
  notice: { kind: 'info' | 'error'; text: string } | null;
  /** Changes when the field shall take the focus. */
  entered: number;
}

const closed: BlockChat = {
  isOpen: false,
  text: '',
  withError: false,
  asking: null,
  partial: null,
  explanation: null,
  previous: null,
  notice: null,
  entered: 0,
};

const chatStore = create<{ chats: Readonly<Record<string, BlockChat>> }>(() => ({ chats: {} }));

const keyOf = ({ notebookId, blockId }: ChatPlace): string => `code-prompt.${notebookId}.${blockId}`;

export function readChat(place: ChatPlace): BlockChat {
  return chatStore.getState().chats[keyOf(place)] ?? closed;
}

export function useChat({ notebookId, blockId }: ChatPlace): BlockChat {
  const key = keyOf({ notebookId, blockId });
  return chatStore(useCallback(({ chats }) => chats[key] ?? closed, [key]));
}

export function changeChat(place: ChatPlace, change: Partial<BlockChat>): void {
  const key = keyOf(place);
  if (change.text !== undefined) keepTyped(key, change.text === '' ? null : change.text);
  chatStore.setState(({ chats }) => ({ chats: { ...chats, [key]: { ...(chats[key] ?? closed), ...change } } }));
}

/** Opens the chat of a block with what was typed there before, and leads the focus into it. */
export function openChat(place: ChatPlace, change: Partial<BlockChat> = {}): void {
  const { text, entered } = readChat(place);
  changeChat(place, {
    text: text || (readTyped(keyOf(place)) ?? ''),
    ...change,
    isOpen: true,
    entered: entered + 1,
  });
}

/** Closes the chat of a block; what is typed there is kept. */
export function closeChat(place: ChatPlace): void {
  changeChat(place, { isOpen: false, withError: false, notice: null, previous: null });
}
