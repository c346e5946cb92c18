/**
 * What a page sends over a socket of a room, as text, to learn whether the server is still there, and what comes back.
 */
export const pingText = 'ping';
export const pongText = 'pong';

interface Patience {
  /** Silence after which the server is asked. */
  pingMs: number;
  /** How long its answer may take. */
  answerMs: number;
}

const usualPatience: Patience = { pingMs: 5_000, answerMs: 7_000 };

/**
 * Finds out that nothing comes from the other end of an open socket any more: a laptop slept, a network went without a
 * word. By itself such a socket stays open for minutes. Anything heard counts as an answer. After a sleep the timers
 * are late as well, so the server is always asked once before the socket counts as dead. Returns how to ask at once.
 */
export function watchSilence(
  socket: WebSocket,
  onSilent: () => void,
  { pingMs, answerMs }: Patience = usualPatience,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (milliseconds: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, milliseconds);
  };
  const probe = () => {
    if (socket.readyState !== 1) return;
    socket.send(pingText);
    wait(answerMs, onSilent);
  };
  const heard = () => wait(pingMs, probe);
  socket.addEventListener('open', heard);
  socket.addEventListener('message', heard);
  socket.addEventListener('close', () => clearTimeout(timer));
  return probe;
}
