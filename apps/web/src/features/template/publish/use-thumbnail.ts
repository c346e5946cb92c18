import { useEffect, useMemo, useState } from 'react';
import { drawImage, imageBlob } from '../../../platform/language-model/image-calls.ts';
import { usePanelPicture, type PicturedKind, type TakePicture } from '../../../registry/panel-picture.ts';
import type { NamedPublishable } from './publication-calls.ts';
import { smallerThumbnail } from './thumbnail-picture.ts';

/** Where the picture of a publication comes from (PUB-014), the panel itself before all others. */
export const thumbnailSources = ['panel', 'url', 'upload', 'ai'] as const;
export type ThumbnailSource = (typeof thumbnailSources)[number];

/** What is taken of the panel: nothing yet, a picture, or nothing that can be had. */
type OfPanel = Blob | 'taking' | 'missing';

const kinds = { MAP: 'map', NOTEBOOK: 'notebook', WORKFLOW: 'workflow' } as const satisfies Record<
  string,
  PicturedKind
>;

/** The picture of a publication while its dialog is open. */
export function useThumbnail(thing: NamedPublishable, present: string | null) {
  const [source, setSource] = useState<ThumbnailSource>(present === null ? 'panel' : 'url');
  const [url, setUrl] = useState(present ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [prompt, setPrompt] = useState('');
  const [model, setModel] = useState<string | null>(null);
  const [drawn, setDrawn] = useState<{ blob: Blob; prompt: string } | null>(null);
  const ofPanel = useOfPanel(thing, source === 'panel');
  const ofAi = drawn !== null && drawn.prompt === prompt.trim() ? drawn.blob : null;
  const blobs = { panel: ofPanel instanceof Blob ? ofPanel : null, url: null, upload: file, ai: ofAi };
  const blob = blobs[source];
  const draw = async (): Promise<Blob> => {
    const image = imageBlob(await drawImage(thing.projectId, model ?? '', prompt.trim()));
    setDrawn({ blob: image, prompt: prompt.trim() });
    return image;
  };
  return {
    source,
    setSource,
    url,
    setUrl,
    file,
    setFile,
    prompt,
    setPrompt,
    model,
    setModel,
    ofPanel,
    draw,
    // This page may show its own server's pictures only.
    preview: useAddress(blob) ?? (source === 'url' && url.startsWith('/') ? url : null),
    /** An image is asked of a model, and nothing says of what (PUB-030). */
    isPromptMissing: source === 'ai' && prompt.trim() === '',
    /** What is to be uploaded; null where the address says it all, or where there is no picture. */
    take: async (): Promise<Blob | null> => (source === 'ai' && !blob ? draw() : blob),
    /** The address of the picture there was. */
    present,
    /** The address that stands for itself; null for none. */
    address: source === 'url' ? url.trim() || null : present,
  };
}

export type Thumbnail = ReturnType<typeof useThumbnail>;

function useOfPanel({ type, id }: NamedPublishable, isWanted: boolean): OfPanel {
  const take = usePanelPicture(type === 'SOLUTION' ? null : { kind: kinds[type], id });
  const [taken, setTaken] = useState<OfPanel>('taking');
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    const say = (found: OfPanel) => {
      if (!isOver) setTaken(found);
    };
    pictureOf(take).then(say, () => say('missing'));
    return () => {
      isOver = true;
    };
  }, [take, isWanted]);
  return taken;
}

async function pictureOf(take: TakePicture | undefined): Promise<OfPanel> {
  const picture = await take?.();
  return picture ? smallerThumbnail(picture) : 'missing';
}

/** An address of a blob for as long as it is shown. */
function useAddress(blob: Blob | null): string | null {
  const address = useMemo(() => blob && URL.createObjectURL(blob), [blob]);
  useEffect(
    () => () => {
      if (address !== null) URL.revokeObjectURL(address);
    },
    [address],
  );
  return address;
}
