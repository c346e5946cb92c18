import { toast } from '@groma/ui';
import { t } from './text.ts';

/** Links of invitations made in this page. The server does not know them again: it keeps no token. */
const links = new Map<string, string>();

export function rememberLink(invitationId: string, link: string): void {
  links.set(invitationId, link);
}

export function knownLink(invitationId: string): string | undefined {
  return links.get(invitationId);
}

/** Puts a text on the clipboard and says so, or that the browser refused. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(said);
  } catch {
    toast.error(t('access.notCopied'));
  }
}
