import { writeFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { GromaError, newId, type ProjectId, type TemplateType, type UserId } from '@groma/model';
import { countAttempt } from '../../../platform/access/attempts.ts';
import { thumbnails } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { thumbnailAddress } from '../publish/template-fields.ts';
import { drawThumbnail } from './draw-thumbnail.ts';
import { receiveThumbnail } from './receive-thumbnail.ts';

/** Pictures that one person may upload. */
const uploadLimit = { tries: 120, windowSeconds: 3_600 };

/**
 * Keeps an uploaded picture for the publication of a thing. Whether the person may publish it is asked before anything
 * of the form is read.
 * @throws GromaError NOT_FOUND, FORBIDDEN, BAD_INPUT, TOO_LARGE, THUMBNAIL_UNREADABLE, TOO_MANY_ATTEMPTS.
 */
export async function keepThumbnail(
  platform: Platform,
  { baseId, userId, request }: { baseId: string; userId: UserId; request: FastifyRequest },
): Promise<string> {
  const { type, projectId } = await requirePublishing(platform, baseId, userId);
  await countAttempt(platform.database, `thumbnail:${userId}`, uploadLimit);
  const received = await receiveThumbnail(request);
  if (received.type !== type) throw new GromaError('BAD_INPUT', { detail: `templateType: this is ${type}` });
  const drawn = await drawThumbnail(received.content, received.name);
  const id = newId();
  const blobKey = `thumbnails/${id}/picture`;
  const folder = await platform.blobs.workFolder();
  try {
    const file = join(folder, 'picture');
    await writeFile(file, drawn.bytes);
    await platform.blobs.adopt(blobKey, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  // Without its record it is swept.
  await platform.database.query.insert(thumbnails).values({ id, projectId, blobKey, type: drawn.type });
  return thumbnailAddress(id);
}

const nouns = { MAP: 'map', NOTEBOOK: 'notebook', WORKFLOW: 'workflow' } as const;

/** What an id names, for who may publish it. @throws GromaError NOT_FOUND, FORBIDDEN, NO_PLAN, PLAN_EXPIRED. */
async function requirePublishing(
  { access }: Platform,
  baseId: string,
  userId: UserId,
): Promise<{ type: TemplateType; projectId: ProjectId }> {
  for (const [type, noun] of Object.entries(nouns) as [keyof typeof nouns, (typeof nouns)[keyof typeof nouns]][]) {
    const found = await access.requireOwned(userId, noun, baseId, 'publish', noun).catch(unlessMissing);
    if (found) return { type, projectId: found.projectId };
  }
  const { projectId } = await access.require(userId, baseId, 'publish', 'project');
  return { type: 'SOLUTION', projectId };
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof GromaError && error.code === 'NOT_FOUND') return undefined;
  throw error;
}
