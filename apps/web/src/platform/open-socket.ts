/**
 * A socket that closes at once when the browser loses its network. By itself one stays open for minutes then, and nobody
 * sees that nothing comes any more. A server on this machine is still there: the next try finds it.
 */
export function openSocket(url: string): WebSocket {
  const socket = new WebSocket(url);
  let isClosed = false;
  const drop = () => dropSocket(socket);
  // The first to listen: what comes after the loss, the real end too, is for nobody.
  for (const type of ['open', 'message'] as const) socket.addEventListener(type, (event) => { if (isClosed) event.stopImmediatePropagation(); });
  socket.addEventListener('close', (event) => {
    if (isClosed) return event.stopImmediatePropagation();
    isClosed = true;
    removeEventListener('offline', drop);
  });
  addEventListener('offline', drop);
  return socket;
}

/** Ends an open socket that nothing comes from any more: its own end would come minutes later. */
export function dropSocket(socket: WebSocket): void {
  socket.dispatchEvent(new CloseEvent('close', { code: 1006 }));
  socket.close();
}

/** Tries again after a time, or at once when the network comes back. Returns how not to. */
export function tryAgainIn(milliseconds: number, work: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    removeEventListener('online', now);
  };
  const now = () => {
    stop();
    work();
  };
  const timer = setTimeout(now, milliseconds);
  addEventListener('online', now);
  return stop;
}
