import type { Socket } from 'node:net';
import type { SqlFailure } from '@groma/model';
import { SqlError, type Ask } from './engine.ts';
import { innerHeader } from './run-request.ts';

/** Lines that the server sends on the socket of a request: the request itself, then answers to what is asked of it. */
export class ServerTalk {
  readonly #socket: Socket;
  readonly #lines: string[] = [];
  #pieces: Buffer[] = [];
  #wake: () => void = () => undefined;
  #isGone = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (piece: Buffer) => {
      this.#take(piece);
    });
    socket.once('close', () => {
      this.#isGone = true;
      this.#wake();
    });
  }

  /** The next line; undefined when the server has gone. */
  async line(): Promise<string | undefined> {
    while (this.#lines.length === 0) {
      if (this.#isGone) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#lines.shift();
  }

  /** @throws SqlError with what the server says is wrong, and of kind canceled when it has gone. */
  readonly ask: Ask = async (question) => {
    const text = Buffer.from(JSON.stringify(question));
    this.#socket.write(Buffer.concat([innerHeader('asks', text.length), text]));
    const line = await this.line();
    if (line === undefined) throw new SqlError({ kind: 'canceled', detail: '' });
    const answer = JSON.parse(line) as { failure?: SqlFailure } & Record<string, unknown>;
    if (answer.failure) throw new SqlError(answer.failure);
    return answer;
  };

  #take(piece: Buffer): void {
    let from = 0;
    for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, from)) {
      this.#lines.push(Buffer.concat([...this.#pieces, piece.subarray(from, end)]).toString());
      this.#pieces = [];
      from = end + 1;
    }
    if (from < piece.length) this.#pieces.push(piece.subarray(from));
    this.#wake();
  }
}
