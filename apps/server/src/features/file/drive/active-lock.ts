import { asXml } from './dav-xml.ts';
import { addressOf } from './drive-address.ts';
import type { DriveLock } from './drive-locks.ts';

/** A lock as programs are told of it (RFC 4918 §14.1). */
export function activeLock(projectId: string, lock: DriveLock): string {
  const left = Math.ceil((lock.expiresAt.getTime() - Date.now()) / 1_000);
  return [
    '<D:activelock><D:locktype><D:write/></D:locktype>',
    `<D:lockscope><D:${lock.isExclusive ? 'exclusive' : 'shared'}/></D:lockscope>`,
    `<D:depth>${lock.isDeep ? 'infinity' : '0'}</D:depth>`,
    lock.owner,
    `<D:timeout>Second-${Math.max(0, Math.min(lock.seconds, left))}</D:timeout>`,
    `<D:locktoken><D:href>${asXml(lock.token)}</D:href></D:locktoken>`,
    `<D:lockroot><D:href>${asXml(addressOf(projectId, lock.path, lock.isDeep))}</D:href></D:lockroot>`,
    '</D:activelock>',
  ].join('');
}
