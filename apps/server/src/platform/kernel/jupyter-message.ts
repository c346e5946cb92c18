import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { withExactJson } from '@groma/model';

/** Header of a message of the Jupyter wire protocol, version 5.3. */
interface JupyterHeader {
  msg_id: string;
  msg_type: string;
  session: string;
  username: string;
  date: string;
  version: string;
}

/**
 * A received message whose signature was right. Its content is parsed when asked for, since most is dropped in a flood.
 */
export interface JupyterMessage {
  type: string;
  /** Id of the request this answers, empty when it answers none. */
  parentId: string;
  /** Size of the unparsed content, in bytes. */
  contentBytes: number;
  content(): Record<string, unknown>;
  /** Bytes that the content refers to by their place. */
  buffers: readonly Uint8Array[];
}

/** Makes and reads signed messages for one connection. */
export interface MessageCodec {
  /** `more` is added to the header, as the id of a subshell; `buffers` follow the message and are not signed. */
  encode(
    type: string,
    content: object,
    more?: object,
    buffers?: readonly Buffer[],
  ): { id: string; frames: (Buffer | string)[] };
  /** Null when the frames are not a message or the signature is wrong. */
  decode(frames: Buffer[]): JupyterMessage | null;
}

const delimiter = '<IDS|MSG>';

/** A codec that signs with HMAC-SHA256 (the only scheme in use) under the key of the connection. */
export function createMessageCodec(key: string): MessageCodec {
  const session = randomUUID();
  return {
    encode(type, content, more = {}, buffers = []) {
      const id = randomUUID();
      const header: JupyterHeader & object = {
        ...more,
        msg_id: id,
        msg_type: type,
        session,
        username: 'groma',
        date: new Date().toISOString(),
        version: '5.3',
      };
      const body = [JSON.stringify(header), '{}', '{}', JSON.stringify(content)];
      return { id, frames: [delimiter, sign(key, body), ...body, ...buffers] };
    },
    decode: (frames) => decode(key, frames),
  };
}

function decode(key: string, frames: Buffer[]): JupyterMessage | null {
  const start = frames.findIndex(
    (frame) => frame.length === delimiter.length && frame.toString('latin1') === delimiter,
  );
  const [signature, header, parent, metadata, content] = frames.slice(start + 1);
  if (start < 0 || !signature || !header || !parent || !metadata || !content) return null;
  if (!isSame(signature, sign(key, [header, parent, metadata, content]))) return null;
  try {
    return {
      type: String(parseObject(header.toString('utf8'))['msg_type']),
      parentId: String(parseObject(parent.toString('utf8'))['msg_id'] ?? ''),
      contentBytes: content.length,
      content: () => {
        const text = content.toString('utf8');
        return withExactJson(parseObject(text), text, (exact) => exact);
      },
      buffers: frames.slice(start + 6),
    };
  } catch {
    return null;
  }
}

function sign(key: string, parts: (Buffer | string)[]): string {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
}

function isSame(received: Buffer, expected: string): boolean {
  const wanted = Buffer.from(expected, 'latin1');
  return received.length === wanted.length && timingSafeEqual(received, wanted);
}

function parseObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
