import { eq } from '../../../platform/database/drizzle.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GromaError, isId } from '@groma/model';
import { fillPath, hub } from '@groma/protocol';
import { templates, thumbnails } from '../../../platform/database/tables/index.ts';
import type { streamed } from '../../../platform/http/route.ts';
import { sendBytes } from '../../../platform/http/send-bytes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireTemplate, type Reader } from './read-publication.ts';
import type { TemplateRecords } from './template-records.ts';

type Parts = Pick<Platform, 'database' | 'blobs' | 'access'>;

/** A picture is shown, whatever is in it: it runs nothing and asks nobody. */
const inert = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** An uploaded picture never changes: another one has another id. */
const forever = 'max-age=31536000, immutable';

/**
 * Sends a picture to readers of the publication that shows it, and before one does to those who may publish there.
 * @throws GromaError NOT_FOUND for anybody else.
 */
export async function sendThumbnail(
  { database, blobs, access }: Parts,
  records: TemplateRecords,
  thumbnailId: string,
  asked: { reader: Reader; request: FastifyRequest; reply: FastifyReply },
): Promise<typeof streamed> {
  const missing = new GromaError('NOT_FOUND', { noun: 'picture' });
  const [picture] = isId(thumbnailId)
    ? await database.query.select().from(thumbnails).where(eq(thumbnails.id, thumbnailId))
    : [];
  if (!picture) throw missing;
  const shownBy = await database.query
    .select({ id: templates.id, access: templates.access })
    .from(templates)
    .where(eq(templates.thumbnailUrl, fillPath(hub.readThumbnail.path, { thumbnailId })));
  if (shownBy.length > 0) await requireAny(records, shownBy, asked.reader);
  else await access.require(asked.reader.userId, picture.projectId, 'publish', 'project', { evenWithoutPlan: true });
  const isPublic = shownBy.some((each) => each.access === 'public');
  const bytes = await blobs.size(picture.blobKey);
  if (bytes === undefined) throw missing;
  void asked.reply.headers({
    'content-type': picture.type,
    'content-security-policy': inert,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': isPublic ? 'cross-origin' : 'same-origin',
    'cache-control': isPublic ? `public, ${forever}` : `private, no-store`,
  });
  const read = (range: { start: number; end: number }) => blobs.read(picture.blobKey, range);
  return sendBytes({ bytes, etag: `"${picture.id}"`, read }, asked.request, asked.reply);
}

/** Several publications may show the same picture. @throws GromaError as `requireTemplate` where none is theirs. */
async function requireAny(records: TemplateRecords, shownBy: readonly { id: string }[], reader: Reader): Promise<void> {
  const refusals: GromaError[] = [];
  for (const { id } of shownBy)
    try {
      await requireTemplate(records, id, reader);
      return;
    } catch (error) {
      if (!(error instanceof GromaError)) throw error;
      refusals.push(error);
    }
  throw refusals[0]!;
}
