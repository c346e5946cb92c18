import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutbound } from '../outbound/outbound.ts';
import { providerTable } from './provider-table.ts';
import { streamText } from './stream-text.ts';

/** What each maker's service says in its own protocol: pieces that make up "Hello". */
const answers: Readonly<Record<string, readonly string[]>> = {
  '/chat/completions': [
    '{"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Hel"},"finish_reason":null}]}',
    '{"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"lo"},"finish_reason":"stop"}]}',
    '[DONE]',
  ],
  '/messages': [
    '{"type":"message_start","message":{"id":"1","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}',
    '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
    '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hel"}}',
    '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"lo"}}',
    '{"type":"content_block_stop","index":0}',
    '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}',
    '{"type":"message_stop"}',
  ],
  ':streamGenerateContent': [
    '{"candidates":[{"content":{"parts":[{"text":"Hel"}],"role":"model"}}]}',
    '{"candidates":[{"content":{"parts":[{"text":"lo"}],"role":"model"},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":2,"totalTokenCount":3}}',
  ],
  '/responses': [
    '{"type":"response.created","response":{"id":"1","object":"response","created_at":1,"model":"m","output":[],"status":"in_progress"}}',
    '{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"m1","role":"assistant","status":"in_progress","content":[]}}',
    '{"type":"response.output_text.delta","item_id":"m1","output_index":0,"content_index":0,"delta":"Hel"}',
    '{"type":"response.output_text.delta","item_id":"m1","output_index":0,"content_index":0,"delta":"lo"}',
    '{"type":"response.completed","response":{"id":"1","object":"response","created_at":1,"model":"m","output":[{"type":"message","id":"m1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hello","annotations":[]}]}],"status":"completed","usage":{"input_tokens":1,"output_tokens":2,"total_tokens":3}}}',
  ],
};
const asked: { path: string; body: { model?: string }; key: unknown }[] = [];
const outbound = createOutbound(['127.0.0.1']);
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => {
      text += String(piece);
    });
    request.on('end', () => {
      const { headers, url: path = '' } = request;
      asked.push({
        path,
        body: JSON.parse(text) as { model?: string },
        key: headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization,
      });
      const answer = Object.entries(answers).find(([end]) => path.split('?')[0]!.endsWith(end))?.[1] ?? [];
      response
        .writeHead(answer.length === 0 ? 404 : 200, { 'content-type': 'text/event-stream' })
        .end(answer.map((data) => `data: ${data}\n\n`).join(''));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}/base`;
});
afterAll(async () => {
  await outbound.close();
  server.close();
});

const models = {
  compatible: 'llama',
  openai: 'gpt-4.1',
  anthropic: 'claude-4-sonnet',
  google: 'gemini-2.5-pro',
  xai: 'grok-3',
} as const;
/** Where each finds its name in a request: in its body, but for Google's, which has it in the path. */
const named: Readonly<Record<keyof typeof models, RegExp>> = {
  compatible: /^chat\/completions llama$/,
  openai: /^chat\/completions gpt-4\.1$/,
  anthropic: /^messages claude-sonnet-4-20250514$/,
  google: /^models\/gemini-2\.5-pro:.* undefined$/,
  xai: /^\S+ grok-3$/,
};

for (const { kind, provider } of providerTable) {
  test(`${kind} is spoken to in its own protocol, with its key, at the address that is set`, async () => {
    const open = await provider.open({
      url,
      key: 'the key',
      fetch: outbound.fetchWithin({ bytes: 1e6, silenceMs: 5_000 }),
    });
    let text = '';
    for await (const piece of streamText(open(models[kind]), {
      system: 's',
      messages: [{ role: 'user', content: 'hi' }],
    }))
      text += piece;
    expect(text).toBe('Hello');
    const { path, body, key } = asked.at(-1)!;
    expect(`${path.replace('/base/', '')} ${body.model}`).toMatch(named[kind]);
    expect(String(key).replace('Bearer ', '')).toBe('the key');
  });
}
