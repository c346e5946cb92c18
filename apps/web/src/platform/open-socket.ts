import { pongText, watchSilence } from '@groma/protocol';

/**
 * A socket that closes as soon as the browser loses its network, or when nothing answers any more. By itself one stays
 * open for minutes then, and nobody sees that nothing comes. A server on this machine is still there: the next try
 * finds it.
 */
export function openSocket(url: string): WebSocket {
  const socket = new WebSocket(url);
  let isClosed = false;
  const drop = () => dropSocket(socket);
  const probe = watchSilence(socket, drop);
  const probeIfSeen = () => {
    if (document.visibilityState === 'visible') probe();
  };
  // The first to listen: what comes after the loss, the real end too, is for nobody.
  for (const type of ['open', 'message'] as const) {
    socket.addEventListener(type, (event) => {
      if (isClosed || (event instanceof MessageEvent && event.data === pongText)) event.stopImmediatePropagation();
    });
  }
  socket.addEventListener('close', (event) => {
    if (isClosed) return event.stopImmediatePropagation();
    isClosed = true;
    removeEventListener('offline', drop);
    removeEventListener('online', probe);
    document.removeEventListener('visibilitychange', probeIfSeen);
  });
  addEventListener('offline', drop);
  addEventListener('online', probe);
  document.addEventListener('visibilitychange', probeIfSeen);
  return socket;
}

/** Ends an open socket that nothing comes from any more: its own end would come minutes later. */
export function dropSocket(socket: WebSocket): void {
  socket.dispatchEvent(new CloseEvent('close', { code: 1006 }));
  socket.close();
}

/**
 * Tries again after a time, or at once when the network comes back or somebody looks at the page again. Returns how not
 * to.
 */
export function tryAgainIn(milliseconds: number, work: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    removeEventListener('online', now);
    removeEventListener('focus', now);
    document.removeEventListener('visibilitychange', nowIfSeen);
  };
  const now = () => {
    stop();
    work();
  };
  const nowIfSeen = () => {
    if (document.visibilityState === 'visible') now();
  };
  const timer = setTimeout(now, milliseconds);
  addEventListener('online', now);
  addEventListener('focus', now);
  document.addEventListener('visibilitychange', nowIfSeen);
  return stop;
}
