import { SMTPServer } from 'smtp-server';
import type { MailSettings } from '../src/platform/mail/mailer.ts';

/** A letter as a mail server takes it. */
export interface TakenLetter {
  to: string[];
  text: string;
}

export interface MailServer {
  settings: MailSettings;
  letters: TakenLetter[];
  /** Addresses whose letters are refused. */
  refused: string[];
  close(): Promise<void>;
}

/** A mail server on this machine that keeps what it is given. */
export async function startMailServer(): Promise<MailServer> {
  const letters: TakenLetter[] = [];
  const refused: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      done(refused.includes(address) ? new Error('no such box') : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          letters.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            text: readable(Buffer.concat(chunks).toString()),
          });
          done();
        });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as { port: number };
  return {
    settings: { url: `smtp://127.0.0.1:${port}`, from: 'Groma <groma@example.org>' },
    letters,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** Quoted-printable folds lines and writes = as =3D. */
function readable(text: string): string {
  return text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}
