import type { Letter } from '../../../platform/mail/mailer.ts';

/** The address of the page that sets a new password. The token is not sent to servers: it stands after the `#`. */
export function resetLink(origin: string, token: string): string {
  return `${origin}/password-reset#${token}`;
}

/** The letter to whoever has forgotten a password, in plain text. */
export function writeResetLetter(to: string, link: string): Letter {
  return {
    to,
    subject: 'Set a new password for Groma',
    text: [
      'Someone, probably you, asked to set a new password for your account on Groma.',
      '',
      'Open this link to set it:',
      link,
      '',
      'The link works once, for an hour. If you did not ask for it, you can ignore this message: your password stays as it is.',
      '',
    ].join('\n'),
  };
}

/** The letter to someone whose account has no password. */
export function writeProviderLetter(to: string, provider: string, origin: string): Letter {
  return {
    to,
    subject: 'How to sign in to Groma',
    text: [
      'Someone, probably you, asked to set a new password for your account on Groma.',
      '',
      `Your account has no password: it signs in with ${provider}, at`,
      `${origin}/auth`,
      '',
    ].join('\n'),
  };
}
