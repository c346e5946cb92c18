import type { ModelMessage } from 'ai';
import { expect, test } from 'vitest';
import { fitMessages } from './fit-messages.ts';

test('[AIA-142] a result that is an object is cut as well, where all does not fit', () => {
  const value = { data: Array.from({ length: 500 }, (_each, at) => ({ name: `layer ${at}` })) };
  const called = { toolCallId: 'c', toolName: 'gone' };
  const messages: ModelMessage[] = [
    { role: 'user', content: 'What is there?' },
    { role: 'assistant', content: [{ type: 'tool-call', ...called, input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', ...called, output: { type: 'json', value } }] },
  ];
  const whole = JSON.stringify(messages).length;
  expect(fitMessages(messages, whole)).toEqual(messages);
  const fitted = fitMessages(messages, 3_000);
  expect(JSON.stringify(fitted).length).toBeLessThan(3_300);
  expect(JSON.stringify(fitted)).toContain('characters left out');
});
