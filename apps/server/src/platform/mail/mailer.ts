import type { Transporter } from 'nodemailer';
import type { Log } from '../log.ts';

/** A short letter in plain text. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** What became of a letter: `off` where no mail server is set. */
type MailOutcome = 'sent' | 'off' | 'failed';

export interface Mailer {
  /**
   * Hands a letter to the mail server. A failure is logged and answered, so that whoever wrote can be given the link
   * instead.
   */
  send(letter: Letter): Promise<MailOutcome>;
}

/** Mail server by setting: an address such as `smtps://user:password@mail.example:465`, and whom letters come from. */
export interface MailSettings {
  url: string;
  from: string;
}

const patienceMs = 10_000;

export function createMailer(settings: MailSettings | undefined, log: Log): Mailer {
  if (!settings) return { send: () => Promise.resolve('off') };
  let transport: Promise<Transporter> | undefined;
  return {
    async send({ to, subject, text }) {
      try {
        // As objects, so that nothing in a name becomes another address.
        await (
          await (transport ??= openTransport(settings))
        ).sendMail({ to: { name: '', address: to }, subject, text });
        return 'sent';
      } catch (error) {
        log.error('A letter was not sent.', { error });
        return 'failed';
      }
    },
  };
}

/** Read at the first letter: a server starts sooner without. */
async function openTransport({ url, from }: MailSettings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(url, { from });
  const limits = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs };
  Object.assign(transport.options, limits);
  return transport;
}
