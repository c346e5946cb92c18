import { createHmac } from 'node:crypto';
import { fromKernelMessage } from '@groma/model';
import { describe, expect, it } from 'vitest';
import { createMessageCodec } from './jupyter-message.ts';

const toFrames = (parts: (Buffer | string)[]) => parts.map((part) => Buffer.from(part as string));

describe('Jupyter messages', () => {
  const codec = createMessageCodec('key');

  it('[KRN-002] a message that was encoded is decoded, whatever identities stand before it', () => {
    const { frames } = codec.encode('execute_request', { code: 'ünïcode 🌍' });
    const message = codec.decode([Buffer.from('identity'), ...toFrames(frames)]);
    expect(message?.type).toBe('execute_request');
    expect(message?.content()).toEqual({ code: 'ünïcode 🌍' });
  });

  it('[KRN-002] a message signed with another key, changed, cut or without JSON is refused', () => {
    const frames = toFrames(codec.encode('status', { execution_state: 'idle' }).frames);
    expect(createMessageCodec('other').decode(frames)).toBeNull();
    expect(codec.decode(frames.with(5, Buffer.from('{"execution_state":"busy"}')))).toBeNull();
    expect(codec.decode(frames.slice(0, 5))).toBeNull();
    expect(codec.decode([])).toBeNull();
    expect(codec.decode([Buffer.from('no message')])).toBeNull();
  });

  it('[NBK-138] JSON that is displayed keeps the digits of its whole numbers, and nothing else is read otherwise', () => {
    const shown = (data: string) => {
      const content = `{"data":{${data}},"metadata":{"image/png":{"width":640.0}}}`;
      const parts = ['{"msg_type":"display_data"}', '{}', '{}', content];
      const hmac = createHmac('sha256', 'key');
      for (const part of parts) hmac.update(part);
      const message = codec.decode(toFrames(['<IDS|MSG>', hmac.digest('hex'), ...parts]))!;
      return fromKernelMessage(message.type, message.content())!;
    };
    expect(shown('"application/json":{"id":[12345678901234567890,-1.50]},"text/plain":"x"')).toMatchObject({
      kind: 'application/json',
      json: '{"id":[12345678901234567890,-1.50]}',
    });
    const beside = shown('"application/json":{"id":12345678901234567890},"image/png":"iVBO"');
    expect(beside).toMatchObject({ kind: 'image/png', width: 640 });
    expect(beside.bundle).toContain('12345678901234567890');
  });
});
