import { lazy } from 'react';
import { shownPhotoKind } from './photo/shown-photo-kind.tsx';
import { rasterKind } from './raster/raster-kind.tsx';
import { PublishedPage, readPublished, type ReadPublished } from './viewer/published-page.tsx';
import type { ViewerParts } from './viewer/viewer-parts.ts';

interface Asked {
  templateId: string;
  version: string | null;
}

const parts: ViewerParts = {
  Story: lazy(async () => ({ default: (await import('./story/story-reader.tsx')).StoryReader })),
  Charts: lazy(async () => ({ default: (await import('./assemble-reader-charts.tsx')).ViewerCharts })),
  async imagesFor({ rasters }) {
    if (Object.keys(rasters).length === 0) return null;
    return (await import('./assemble-reader-images.tsx')).viewerImages;
  },
  // What stands in space takes much to draw, and few maps have it.
  async kindsFor({ solids }) {
    const flat = [rasterKind, shownPhotoKind];
    return Object.keys(solids).length === 0 ? flat : [...flat, (await import('./solid/solid-kind.tsx')).solidKind];
  },
  print(printed) {
    void import('./print/open-print.tsx').then(({ openPrint }) => openPrint(printed));
  },
};

/** Begins to read what a page will show. */
export function readFirst({ templateId, version }: Asked): Promise<ReadPublished | null> {
  const first = readPublished(templateId, version);
  // The page says why it failed.
  first.catch(() => undefined);
  return first;
}

/** Published maps for whoever may read them. */
export function PublishedMaps(props: Asked & { first: Promise<ReadPublished | null> }) {
  return <PublishedPage {...props} parts={parts} />;
}
