import type { Letter } from '../../../platform/mail/mailer.ts';

interface About {
  to: string;
  inviter: string;
  tenantName: string;
  projectName: string | null;
  link: string;
  expiresAt: Date;
}

/** The letter of an invitation, in plain text. */
export function writeLetter({ to, inviter, tenantName, projectName, link, expiresAt }: About): Letter {
  const aim =
    projectName === null ? `the organisation "${tenantName}"` : `the workspace "${projectName}" of "${tenantName}"`;
  return {
    to,
    subject: `${inviter} invites you to ${projectName ?? tenantName}`,
    text: [
      `${inviter} invites you to ${aim} on Groma.`,
      '',
      'Open this link to accept or decline. Sign in with this email address, or create an account with it:',
      link,
      '',
      `The link works once, until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. If you do not know ${inviter}, you can ignore this message.`,
      '',
    ].join('\n'),
  };
}
