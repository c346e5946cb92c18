/** Tags of EXIF and XMP by name, as they were found. */
export type FoundTags = Readonly<Record<string, unknown>>;

export interface PhotoRequest {
  number: number;
  file: Blob;
}

/** What is in a JPEG: its tags (null without any), and the picture made small enough for a map, as JPEG in base64. */
export interface PhotoContent {
  tags: FoundTags | null;
  image: string;
}

export type PhotoReply = { number: number } & ({ content: PhotoContent } | { failure: string });
