import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, sql } from '../../../platform/database/drizzle.ts';
import sharp from 'sharp';
import { GromaError, rootParent } from '@groma/model';
import type { CheckedMapPost, LayerEntry } from '@groma/protocol';
import { layers } from '../../../platform/database/tables/index.ts';
import { changeLook } from '../edit/change-look.ts';
import { findAnswer, noteMade } from '../edit/edit-keys.ts';
import { noteEvents } from '../record/layer-events.ts';
import { isPresent, presentMade, topOrder, type Query } from '../record/layer-records.ts';
import type { Sender } from '../record/map-change.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { publishHierarchy } from '../tree/change-tree.ts';
import { lockMap } from '../record/map-records.ts';
import { writeHierarchy, type LayerContent } from '../tree/write-hierarchy.ts';

type CreatePost = Extract<CheckedMapPost, { type: 'Create_Jpg_Layer' }>;
type UpdatePost = Extract<CheckedMapPost, { type: 'Update_Jpg_Layer_Data' }>;

export const photoFile = 'photo.jpg';
/** Pixels of a picture that is taken: what a browser sends is made smaller before. */
const mostPixels = 64 * 1024 * 1024;

/**
 * Makes a layer of an aerial photo on top of the tree (MAP-094).
 * @throws GromaError LAYER_NAME_TAKEN, BAD_INPUT for what is no JPEG.
 */
export async function createPhotoLayer(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  { text, layer_id: id, jpg_data: { encoded_image: encoded, style } }: CreatePost,
): Promise<LayerEntry[]> {
  const {
    database: { query: records },
    blobs,
  } = parts.platform;
  if (await findAnswer(records, mapId, [id], sender)) return presentMade(records, mapId, id);
  const image = Buffer.from(encoded.replace(/^data:image\/jpeg;base64,/, ''), 'base64');
  await requireJpeg(image);
  const snapshotKey = `layers/${id}/${crypto.randomUUID()}`;
  const folder = await blobs.workFolder();
  let isKnown = false;
  try {
    await writeFile(join(folder, photoFile), image);
    await parts.queue.run(mapId, () =>
      records.transaction(async (query) => {
        await lockMap(query, mapId);
        isKnown = (await findAnswer(query, mapId, [id], sender)) !== null;
        if (isKnown) return;
        await requireFreeName(query, mapId, text);
        await blobs.adopt(`${snapshotKey}/${photoFile}`, join(folder, photoFile));
        const content: LayerContent = {
          kind: 'jpg',
          style,
          snapshotKey,
          manifest: { parts: [{ file: photoFile, bytes: image.length }] },
        };
        await writeHierarchy(
          query,
          mapId,
          {
            [id]: {
              id,
              text,
              type: 'Layer',
              parent_id: rootParent,
              level: 1,
              order: await topOrder(query, mapId),
              visible: true,
            },
          },
          new Map([[id, content]]),
        );
        await noteEvents(query, sender.userId, [{ layerId: id, kind: 'imported', detail: { file_path: text } }]);
        await noteMade(query, id, sender);
      }),
    );
  } catch (error) {
    // Only this call's own folder: the id may be that of another layer, which has its picture below it.
    await blobs.removeAll(`${snapshotKey}/`);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (!isKnown) await publishHierarchy(parts, mapId, sender);
  return presentMade(records, mapId, id);
}

/**
 * Changes how a photo lies on the map or how clear it is (MAP-095).
 * @throws GromaError LAYER_NOT_FOUND, LAYER_LOCKED, BAD_INPUT.
 */
export async function updatePhotoLayer(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  { layer_id: layerId, jpg_data: { style } }: UpdatePost,
): Promise<void> {
  await changeLook(parts, mapId, sender, {
    layerId,
    style,
    check(row) {
      if (row.kind !== 'jpg')
        throw new GromaError('BAD_INPUT', { detail: `layer_id: "${row.name}" is no aerial photo.` });
    },
  });
}

async function requireJpeg(image: Buffer): Promise<void> {
  const { format } = await sharp(image, { limitInputPixels: mostPixels })
    .metadata()
    .catch(() => ({ format: null }));
  if (format !== 'jpeg') throw new GromaError('BAD_INPUT', { detail: 'encoded_image: this is no JPEG.' });
}

/** Names of photos are told apart without their case (DRN-004). */
async function requireFreeName(query: Query, mapId: string, name: string): Promise<void> {
  const [taken] = await query
    .select({ id: layers.id })
    .from(layers)
    .where(
      and(
        eq(layers.mapId, mapId),
        eq(layers.type, 'Layer'),
        isPresent,
        sql`lower(${layers.name}) = lower(${name.trim()})`,
      ),
    );
  if (taken) throw new GromaError('LAYER_NAME_TAKEN', { name: name.trim() });
}
