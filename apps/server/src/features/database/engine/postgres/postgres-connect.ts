import { connect, isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import pg from 'pg';
import type { EngineSettings } from '../engine.ts';
import { asPostgresError } from './postgres-error.ts';

export type PostgresSettings = Extract<EngineSettings, { type: 'postgres' }>;

const connectMs = 10_000;
/** Everything comes as text, and is read by the columns' types. */
const asTexts = { getTypeParser: () => (value: string) => value };

/** Opens a connection to one of the addresses that the server has looked up. @throws SqlError */
export async function connectPostgres(settings: PostgresSettings): Promise<pg.Client> {
  let failure: unknown;
  for (const address of settings.addresses) {
    try {
      return await connectTo(address, settings);
    } catch (error) {
      failure = error;
    }
  }
  throw asPostgresError(failure, { isConnecting: true });
}

async function connectTo(address: string, settings: PostgresSettings): Promise<pg.Client> {
  if (settings.tls !== 'prefer') return open(address, settings, settings.tls !== 'disable');
  try {
    return await open(address, settings, true);
  } catch (error) {
    // By this one answer only: whoever is in between must not talk us out of encryption by any other failure.
    if (!(error instanceof Error) || !/does not support SSL/i.test(error.message)) throw error;
    return open(address, settings, false);
  }
}

async function open(address: string, settings: PostgresSettings, isEncrypted: boolean): Promise<pg.Client> {
  const isVerified = settings.tls === 'verify-full';
  const client = new pg.Client({
    host: address,
    port: settings.port,
    database: settings.database,
    user: settings.user,
    password: settings.password,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: 'groma',
    types: asTexts as never,
    ssl: isEncrypted && {
      rejectUnauthorized: isVerified,
      ...(isIP(settings.host) === 0 && { servername: settings.host }),
      ...(settings.certificate && { ca: settings.certificate }),
      ...(isVerified && { checkServerIdentity: serverIdentity(settings.host) }),
    },
  });
  // Errors of a connection that is lost later reach whoever waits for an answer; here they only must not end the
  // process.
  client.on('error', () => undefined);
  try {
    await within(client.connect(), connectMs + 2_000);
    await within(
      client.query(
        `SET statement_timeout = ${settings.statementMs}; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET bytea_output = 'hex'; SET extra_float_digits = 1; SET client_encoding = 'UTF8'`,
      ),
      connectMs,
    );
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    throw error;
  }
}

/** The certificate has to name the host that was asked for, not the address it was found at. */
function serverIdentity(host: string) {
  return (_name: string, certificate: PeerCertificate): Error | undefined => checkServerIdentity(host, certificate);
}

function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('timeout expired'));
    }, milliseconds);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}

/**
 * Asks the server to stop what a connection does, in the way of its own: by another connection that says nothing else.
 */
export function cancelPostgres(client: pg.Client): void {
  const { processID, secretKey, host, port } = client as unknown as {
    processID: number;
    secretKey: number;
    host: string;
    port: number;
  };
  const socket = connect(port, host, () => {
    const request = Buffer.alloc(16);
    request.writeInt32BE(16, 0);
    request.writeInt32BE(80_877_102, 4);
    request.writeInt32BE(processID, 8);
    request.writeInt32BE(secretKey, 12);
    socket.end(request);
  });
  socket.setTimeout(2_000, () => {
    socket.destroy();
  });
  socket.on('error', () => undefined);
}

/** Cuts a connection whose server does not react. */
export function dropPostgres(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(error?: Error): void } } }).connection.stream.destroy(
    new Error('Connection terminated'),
  );
}
