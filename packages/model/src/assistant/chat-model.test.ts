import { expect, test } from 'vitest';
import { chatModelOf, chatModels, defaultChatModel } from './chat-model.ts';

test('[AIA-008] [AIA-010] [AIA-011] [AIA-012] [AIA-013] [AIA-014] [AIA-015] [AIA-016] [AIA-017] [AIA-063] the models, with how many characters they take', () => {
  expect(Object.fromEntries(chatModels.map(({ id, characterLimit }) => [id, characterLimit]))).toEqual({
    'claude-4-sonnet': 50_000,
    'claude-3.5-haiku': 20_000,
    'gpt-4.1': 20_000,
    'gpt-4.1-mini': 8_000,
    'grok-3': 20_000,
    'grok-3-mini': 8_000,
    'gemini-2.5-pro': 50_000,
    'gemini-2.5-flash': 20_000,
  });
  expect(chatModels.every(({ name, description }) => name !== '' && description !== '')).toBe(true);
});

test('[AIA-019] four are Pro, the others Free', () => {
  expect(chatModels.filter(({ isPro }) => isPro).map(({ id }) => id)).toEqual([
    'claude-4-sonnet',
    'gpt-4.1',
    'grok-3',
    'gemini-2.5-pro',
  ]);
});

test('[AIA-009] [AIA-018] the default is one of them, and a model that the list does not know takes 20,000', () => {
  expect(chatModels.some(({ id }) => id === defaultChatModel)).toBe(true);
  expect(defaultChatModel).toBe('gpt-4.1-mini');
  expect(chatModelOf('qwen3:32b')).toEqual({
    id: 'qwen3:32b',
    name: 'qwen3:32b',
    description: '',
    characterLimit: 20_000,
    isPro: false,
  });
});
