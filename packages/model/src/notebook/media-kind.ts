/** Pictures beside PNG and JPEG, films, sounds and documents, as base64. */
export const mediaKinds = [
  'image/gif',
  'image/webp',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/x-wav',
  'audio/webm',
  'application/pdf',
] as const;
export type MediaKind = (typeof mediaKinds)[number];
