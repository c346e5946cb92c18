import {
  appSetting,
  GromaError,
  isId,
  templateCategories,
  templateAccesses,
  templateProblems,
  templateProblemsOf,
  type AppSetting,
  type TemplateAccess,
} from '@groma/model';
import { fillPath, hub, type BodyOf, type template } from '@groma/protocol';
import { z } from 'zod';
import { hashPassword } from '../../../platform/session/auth.ts';

/** What a person has filled in. */
export type FilledIn = BodyOf<typeof template.workspaceTemplates.create>;

/** What a publication is given, as it is kept: of the password its hash. */
export const templateFields = z.object({
  title: z.string(),
  description: z.string(),
  access: z.enum(templateAccesses),
  password: z.string().nullable(),
  tags: z.array(z.string()),
  categories: z.array(z.enum(templateCategories)),
  version: z.string(),
  thumbnailUrl: z.string().nullable(),
  changelog: z.string(),
  embedOrigins: z.array(z.string()),
  /** Of the version alone. */
  app: appSetting.nullable().default(null),
});
export type TemplateFields = z.output<typeof templateFields>;

/** What there is already of a publication that is changed. */
interface Known {
  access: TemplateAccess;
  password: string | null;
  thumbnailUrl: string | null;
  /** Of its newest version. */
  app: AppSetting | null;
}

/**
 * Reads what a person has filled in. The password is hashed here and goes no further; where none is given, that of
 * `known` stays. What is restricted and what has a password are told apart by `access`; without it, by whether a
 * password is given (PUB-018 to PUB-020).
 * @throws GromaError BAD_INPUT with the text of what is wrong first.
 */
export async function readTemplateFields(payload: FilledIn, known?: Known): Promise<TemplateFields> {
  const password = payload.password ?? '';
  const access = payload.access ?? (payload.is_public ? 'public' : password === '' ? 'restricted' : 'password');
  const kept = access === 'password' ? (known?.password ?? null) : null;
  const title = payload.title.trim();
  const [problem] = templateProblemsOf({ ...payload, title, access, password }, kept !== null);
  if (problem) throw new GromaError('BAD_INPUT', { detail: templateProblems[problem] });
  return {
    title,
    description: payload.description,
    access,
    password: access === 'password' && password !== '' ? await hashPassword(password) : kept,
    tags: payload.tags,
    categories: payload.categories,
    version: payload.version,
    thumbnailUrl:
      payload.thumbnail_url === undefined ? (known?.thumbnailUrl ?? null) : addressOf(payload.thumbnail_url),
    changelog: payload.changelog ?? '',
    embedOrigins: [...new Set(payload.embed_origins)],
    app: payload.app === undefined ? (known?.app ?? null) : payload.app,
  };
}

/** The address of a picture: one that was uploaded here, or one of the web. @throws GromaError BAD_INPUT */
function addressOf(said: string | null): string | null {
  if (said === null || said.trim() === '') return null;
  const text = said.trim();
  if (thumbnailIdOf(text) !== undefined) return text;
  if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) {
    const { href, username, password } = new URL(text);
    if (username === '' && password === '') return href;
  }
  throw new GromaError('BAD_INPUT', { detail: 'thumbnail_url: an address begins with https:// or http://.' });
}

/** The id of an uploaded picture by the address that uploading has answered; undefined for any other text. */
export function thumbnailIdOf(address: string): string | undefined {
  const [before = ''] = hub.readThumbnail.path.split(':');
  const id = address.startsWith(before) ? address.slice(before.length) : '';
  return isId(id) ? id : undefined;
}

/** The address of an uploaded picture. */
export function thumbnailAddress(thumbnailId: string): string {
  return fillPath(hub.readThumbnail.path, { thumbnailId });
}
