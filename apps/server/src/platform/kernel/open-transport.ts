import type { KernelAddress } from './connection.ts';
import type { JupyterTransport } from './jupyter-transport.ts';
import { WebsocketTransport } from './websocket-transport.ts';
import { ZmtpTransport } from './zmtp-transport.ts';

/** Opens the way to a kernel, wherever it runs. */
export function openTransport(address: KernelAddress, signal: AbortSignal): Promise<JupyterTransport> {
  return 'websocketUrl' in address
    ? WebsocketTransport.connect(address, signal)
    : ZmtpTransport.connect(address, signal);
}
