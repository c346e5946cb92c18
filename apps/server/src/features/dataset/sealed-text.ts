import { createHmac, timingSafeEqual } from 'node:crypto';

/** What this server has handed to a page of a project and takes back unchanged: nobody else can make such a text. */
export class SealedTexts {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  seal(projectId: string, kind: string, text: string): string {
    return `${Buffer.from(text).toString('base64url')}.${this.#markOf(projectId, kind, text).toString('base64url')}`;
  }

  /** The text; null for what was not sealed for this project and kind. */
  open(projectId: string, kind: string, sealed: string): string | null {
    const [encoded = '', given = ''] = sealed.split('.');
    const text = Buffer.from(encoded, 'base64url').toString();
    const [expected, mark] = [this.#markOf(projectId, kind, text), Buffer.from(given, 'base64url')];
    return mark.length === expected.length && timingSafeEqual(mark, expected) ? text : null;
  }

  #markOf(projectId: string, kind: string, text: string): Buffer {
    return createHmac('sha256', this.#secret).update(`scenes ${kind} ${projectId}\n${text}`).digest().subarray(0, 16);
  }
}
