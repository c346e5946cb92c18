import { randomBytes } from 'node:crypto';

/** The channels of a kernel that are spoken to, each a socket file in the kernel's folder. */
export const channels = ['shell', 'iopub', 'stdin', 'control', 'heartbeat'] as const;
export type Channel = (typeof channels)[number];

/** How to reach a kernel: the folder of its socket files, as seen by whoever connects, and the key that signs. */
export interface KernelConnection {
  folder: string;
  key: string;
  /**
   * It answers its heartbeat only between runs, as IRkernel does, so that silence says nothing; its process is watched.
   */
  isSilentWhileBusy?: boolean;
}

/** How to reach a kernel of a Jupyter Server: the address of its channels, and the token that opens it. */
export interface WebsocketConnection {
  websocketUrl: string;
  token: string;
}

/** How to reach a kernel, here or elsewhere. */
export type KernelAddress = KernelConnection | WebsocketConnection;

const numbers: Record<Channel, number> = { shell: 1, iopub: 2, stdin: 3, control: 4, heartbeat: 5 };

/** A connection with a fresh key, for a kernel whose sockets will be in `folder`. */
export function createConnection(folder: string, isSilentWhileBusy = false): KernelConnection {
  return { folder, key: randomBytes(32).toString('hex'), isSilentWhileBusy };
}

/** The socket file of a channel, where ZeroMQ's ipc transport puts it. */
export function channelPath(connection: KernelConnection, channel: Channel): string {
  return `${connection.folder}/s-${numbers[channel]}`;
}

/** Text of the connection file a kernel reads, with the folder as the kernel sees it. */
export function connectionFile(connection: KernelConnection, folderInside: string): string {
  return JSON.stringify({
    transport: 'ipc',
    ip: `${folderInside}/s`,
    key: connection.key,
    signature_scheme: 'hmac-sha256',
    shell_port: numbers.shell,
    iopub_port: numbers.iopub,
    stdin_port: numbers.stdin,
    control_port: numbers.control,
    hb_port: numbers.heartbeat,
  });
}
