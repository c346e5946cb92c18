import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Locks away what must not be read in the records: the key comes from the server's secret, which is not among them. */
export class SecretBox {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'groma database credentials', 32));
  }

  /** `about` is what the secret belongs to; it opens for that only. */
  lock(text: string, about: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(about));
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  /** Undefined when it was locked with another key, or for something else. */
  unlock(locked: string, about: string): string | undefined {
    const bytes = Buffer.from(locked, 'base64');
    try {
      const opener = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([opener.update(bytes.subarray(nonceBytes, -tagBytes)), opener.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}
