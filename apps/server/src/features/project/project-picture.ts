import { eq } from '../../platform/database/drizzle.ts';
import { GromaError, newId, type ProjectId } from '@groma/model';
import { fillPath, project } from '@groma/protocol';
import sharp from 'sharp';
import { countAttempt } from '../../platform/access/attempts.ts';
import { projectPictures } from '../../platform/database/tables/index.ts';
import { route, streamed, type Route } from '../../platform/http/route.ts';
import { setUserContentHeaders } from '../../platform/http/security-headers.ts';
import type { Platform } from '../../platform/platform.ts';

/** Pixels: twice what a card is wide. */
const [width, height] = [640, 360];
const mostPixels = 20_000_000;
const mostSeconds = 10;
/** What browsers make of a canvas; anything else that could be read is not asked for. */
const taken: readonly (string | undefined)[] = ['png', 'jpeg', 'webp'];
const uploadLimit = { tries: 600, windowSeconds: 3_600 };

/** The calls for pictures of projects (SHL-137). */
export function pictureRoutes(platform: Platform): Route[] {
  const { query } = platform.database;
  return [
    route(project.keepProjectPicture, async ({ projectId, user, body }) => {
      await countAttempt(platform.database, `project-picture:${user.id}`, uploadLimit);
      const picture = await drawPicture(Buffer.from(body.picture, 'base64'));
      return { data: { picture: await keepProjectPicture(platform, projectId, picture) } };
    }),
    route(project.readProjectPicture, async ({ projectId, reply }) => {
      const [found] = await query.select().from(projectPictures).where(eq(projectPictures.projectId, projectId));
      if (!found) throw new GromaError('NOT_FOUND', { noun: 'picture' });
      setUserContentHeaders(reply);
      await reply
        .header('content-type', project.readProjectPicture.replyType)
        .header('cache-control', 'private, max-age=3600')
        .send(Buffer.from(found.picture));
      return streamed;
    }),
  ];
}

/** Keeps a WebP of the size of cards as the picture of a project; returns its address. */
export async function keepProjectPicture(
  { database: { query } }: Platform,
  projectId: ProjectId,
  picture: Uint8Array,
): Promise<string> {
  const version = newId();
  await query
    .insert(projectPictures)
    .values({ projectId, version, picture })
    .onConflictDoUpdate({ target: projectPictures.projectId, set: { version, picture } });
  return pictureAddress(projectId, version);
}

/** Where the picture of a project is, another address for each picture it has. */
export function pictureAddress(projectId: string, version: string): string {
  return `${fillPath(project.readProjectPicture.path, { projectId })}?of=${version}`;
}

/**
 * Draws a picture anew in the size of cards, cut where its sides are of other proportions, in threads of sharp.
 * @throws GromaError THUMBNAIL_UNREADABLE
 */
async function drawPicture(content: Buffer): Promise<Buffer> {
  try {
    const { format } = await sharp(content, { limitInputPixels: mostPixels }).metadata();
    if (!taken.includes(format)) throw new Error(`A picture is no ${format}.`);
    return await sharp(content, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: mostSeconds })
      .resize({ width, height, fit: 'cover' })
      .webp({ quality: 78 })
      .toBuffer();
  } catch {
    throw new GromaError('THUMBNAIL_UNREADABLE', { name: 'picture' });
  }
}
