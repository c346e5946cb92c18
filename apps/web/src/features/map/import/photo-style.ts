import { findDroneCamera, photoFootprint, readPhotoFacts, type PhotoNeed } from '@groma/geo';
import type { JpgStyle, PhotoTags } from '@groma/model';
import type { FoundTags } from './photo-messages.ts';

/** Why a photo cannot be put on a map. */
export type PhotoProblem = { kind: 'missing'; need: PhotoNeed } | { kind: 'unsupported'; camera: string };

const longestText = 500;
const mostTags = 150;

/** Where a photo lies on the map, from what its camera wrote into it; or why that cannot be said. */
export function photoStyle(tags: FoundTags | null): { style: JpgStyle } | { problem: PhotoProblem } {
  const facts = readPhotoFacts(tags);
  if ('missing' in facts) return { problem: { kind: 'missing', need: facts.missing } };
  const camera = findDroneCamera(facts.model);
  if (!camera) return { problem: { kind: 'unsupported', camera: `${facts.make} ${facts.model}`.trim() } };
  const { corners, gsdX, gsdY, fovDegrees, focalLength, rotation, shift, warnings } = photoFootprint(facts, camera);
  const { imageWidth, imageHeight, latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch, gimbalRoll } = facts;
  return {
    style: {
      opacity: 1,
      bounds: corners,
      metadata: { exifData: plainTags(tags!), gsdX, gsdY, fovDegrees },
      parameters: {
        drone: camera.drone,
        imageWidth,
        imageHeight,
        latitude,
        longitude,
        relativeAltitude,
        gimbalYaw,
        gimbalPitch,
        gimbalRoll,
        focalLength,
        sensorWidth: camera.sensorWidth,
        sensorHeight: camera.sensorHeight,
        rotation,
        shift,
        warnings,
      },
    },
  };
}

/** The tags that are numbers or short texts; pictures within the picture and lists are left out. */
function plainTags(tags: FoundTags): PhotoTags {
  const plain = Object.entries(tags).flatMap(([name, value]): [string, string | number][] => {
    if (typeof value === 'number') return Number.isFinite(value) ? [[name, value]] : [];
    return typeof value === 'string' ? [[name, storable(value)]] : [];
  });
  return Object.fromEntries(plain.slice(0, mostTags));
}

function storable(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, longestText);
}
