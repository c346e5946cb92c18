import { connect } from 'node:net';

/** What a load of requests gave. */
export interface Load {
  perSecond: number;
  /** The body of each path, as it came last. */
  bodies: Buffer[];
}

const connections = 16;
const headEnd = Buffer.from('\r\n\r\n');

/**
 * Gets paths again and again over kept connections, as caches and browsers do: each sends the next request when it has
 * the whole answer to the one before. It does little besides, so that the servers are measured.
 *
 * @throws Error where an answer is none.
 */
export async function load(origin: string, paths: readonly string[], rounds: number): Promise<Load> {
  const { hostname, port, host } = new URL(origin);
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n\r\n`);
  const bodies: Buffer[] = [];
  const all = paths.length * rounds;
  let begun = 0;
  const start = performance.now();
  /** Resolves when a connection has ended: servers end one after a number of answers. */
  const connection = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let [at, held, expected, bytes] = [0, [] as Buffer[], -1, 0];
      let isWaiting = false;
      const next = (): void => {
        if (begun >= all) {
          socket.end();
          return;
        }
        at = begun % paths.length;
        begun += 1;
        [held, expected, bytes] = [[], -1, 0];
        isWaiting = true;
        socket.write(requests[at]!);
      };
      socket.setNoDelay(true).once('connect', next).once('error', reject);
      socket.once('close', () => {
        if (isWaiting) reject(new Error(`${paths[at]} was not answered.`));
        else resolve();
      });
      socket.on('data', (piece: Buffer) => {
        held.push(piece);
        bytes += piece.length;
        if (expected < 0) expected = lengthOf(held.length === 1 ? piece : Buffer.concat(held));
        if (Number.isNaN(expected) || (expected >= 0 && bytes > expected)) {
          reject(new Error(`${paths[at]} was answered ${Buffer.concat(held).toString('latin1').slice(0, 200)}`));
          socket.destroy();
        } else if (bytes === expected) {
          isWaiting = false;
          if (begun > all - 2 * paths.length || bodies[at] === undefined) bodies[at] = bodyOf(Buffer.concat(held));
          if (isLast(held[0]!)) socket.end();
          else next();
        }
      });
    });
  const work = (): Promise<void> => connection().then(() => (begun < all ? work() : undefined));
  await Promise.all(Array.from({ length: connections }, work));
  return { perSecond: (all / (performance.now() - start)) * 1_000, bodies };
}

/** Bytes of a whole answer by its head; -1 while that has not all come, NaN for what is no answer with a length. */
function lengthOf(piece: Buffer): number {
  const end = piece.indexOf(headEnd);
  if (end < 0) return -1;
  const head = piece.toString('latin1', 0, end);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  return head.startsWith('HTTP/1.1 200 ') && length !== undefined ? end + headEnd.length + Number(length) : Number.NaN;
}

/** Whether the server ends the connection with an answer. */
function isLast(piece: Buffer): boolean {
  return /^connection: close$/im.test(piece.toString('latin1', 0, Math.max(0, piece.indexOf(headEnd))));
}

function bodyOf(answer: Buffer): Buffer {
  return answer.subarray(answer.indexOf(headEnd) + headEnd.length);
}
