import { GromaError, isId } from '@groma/model';
import { countAttempt, networkOf, takeBackAttempt } from '../../../platform/access/attempts.ts';
import { unlockCookie, unlockProof, mayReadPublication } from '../../../platform/access/visitor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isSecure, verifyPassword } from '../../../platform/session/auth.ts';
import { hubPath } from './present-template.ts';
import type { Reader } from './read-publication.ts';
import type { TemplateRecords } from './template-records.ts';

/** For one publication, from one network. */
const tries = { tries: 10, windowSeconds: 600 };
const cookieSeconds = 30 * 86_400;

/**
 * Opens a publication by its password: the cookie that does so, none where the reader needs none, and the path of its
 * page.
 * @throws GromaError NOT_FOUND where there is none with a password that they may not read already, WRONG_PASSWORD,
 *   TOO_MANY_ATTEMPTS.
 */
export async function unlockTemplate(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  records: TemplateRecords,
  { templateId, password, address, reader }: { templateId: string; password: string; address: string; reader: Reader },
): Promise<{ path: string; cookie: string | null }> {
  const found = isId(templateId) ? await records.find(templateId, reader.userId) : undefined;
  if (!found) throw new GromaError('NOT_FOUND', { noun: 'publication' });
  const { template } = found;
  const path = hubPath(template);
  if (template.access !== 'password' || template.password === null) {
    if (mayReadPublication(template, found, reader.visitor)) return { path, cookie: null };
    throw new GromaError('NOT_FOUND', { noun: 'publication' });
  }
  const key = `unlock:${templateId}:${networkOf(address)}`;
  await countAttempt(database, key, tries);
  if (!(await verifyPassword(template.password, password))) throw new GromaError('WRONG_PASSWORD');
  await takeBackAttempt(database, key);
  const proof = unlockProof(config.secret, templateId, template.password);
  const secure = isSecure(config) ? '; Secure' : '';
  return {
    path,
    cookie: `${unlockCookie(templateId)}=${proof}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${cookieSeconds}${secure}`,
  };
}
