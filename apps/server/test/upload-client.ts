import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { file } from '@groma/protocol';
import type { Person } from './test-server.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What a chunk was answered: `received` is what the server then has. */
export interface Answer {
  status: number;
  received: number;
  sha256?: string;
  code?: string;
}

/** The resumable protocol as a test speaks it: exactly, or with a fault. */
export class UploadClient {
  readonly #person: Person;
  readonly #origin: string;
  readonly session: string;
  readonly #total: number;

  private constructor(person: Person, origin: string, session: string, total: number) {
    this.#person = person;
    this.#origin = origin;
    this.session = session;
    this.#total = total;
  }

  static async open(
    person: Person,
    origin: string,
    projectId: string,
    path: string,
    total: number,
    body: object = {},
  ): Promise<UploadClient> {
    const { uploadSessionUri } = await person.client.call(file.openUpload, {
      params: { projectId },
      body: { filePath: path, ...body },
    });
    return new UploadClient(person, origin, uploadSessionUri, total);
  }

  async put(
    start: number,
    content: Uint8Array<ArrayBuffer>,
    said: { end?: number; total?: number } = {},
  ): Promise<Answer> {
    const { end = start + content.length - 1, total = this.#total } = said;
    return this.#answer(
      await this.#person.fetch(this.session, {
        method: 'PUT',
        headers: { 'content-range': `bytes ${start}-${end}/${total}` },
        body: content,
      }),
    );
  }

  async probe(total = this.#total): Promise<Answer> {
    return this.#answer(
      await this.#person.fetch(this.session, { method: 'PUT', headers: { 'content-range': `bytes */${total}` } }),
    );
  }

  /** Sends the first `length` bytes of a chunk and cuts the line. */
  cut(start: number, content: Uint8Array, length: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const sent = request(this.#origin + this.session, {
      method: 'PUT',
      headers: {
        cookie: this.#person.cookie,
        'content-length': content.length,
        'content-range': `bytes ${start}-${start + content.length - 1}/${this.#total}`,
      },
    });
    sent.on('error', () => {
      resolve();
    });
    sent.on('close', () => {
      resolve();
    });
    sent.write(content.subarray(0, length), () => {
      setImmediate(() => {
        sent.destroy();
      });
    });
    return promise;
  }

  async #answer(reply: Response): Promise<Answer> {
    if (reply.status === 200) {
      const { data } = (await reply.json()) as { data: { bytes: number; sha256: string } };
      return { status: 200, received: data.bytes, sha256: data.sha256 };
    }
    const text = await reply.text();
    const range = reply.headers.get('range');
    return {
      status: reply.status,
      received: range ? Number(range.split('-')[1]) + 1 : 0,
      ...(reply.status >= 400 && { code: (JSON.parse(text) as { code: string }).code }),
    };
  }
}
