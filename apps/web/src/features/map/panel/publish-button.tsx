import { useEffect } from 'react';
import { ButtonOfCommand } from '../../../registry/command-button.tsx';
import { lendPanelPicture } from '../../../registry/panel-picture.ts';
import { paintPicture } from './save-picture.ts';
import { findPicture, type PartProps } from '../view/open-pictures.ts';

/** Publishes the map (MAP-027), for which a picture can be taken of it while it is shown. */
export function PublishButton({ session: { mapId }, picture: { view } }: PartProps) {
  useEffect(
    () => lendPanelPicture('map', mapId, () => pictureOf(view, findPicture(mapId)?.attribution ?? '')),
    [mapId, view],
  );
  return <ButtonOfCommand id="template.publish" argument={{ type: 'MAP', id: mapId }} />;
}

/** Nothing behind another tab: what is not drawn cannot be read. */
async function pictureOf(view: PartProps['picture']['view'], attribution: string): Promise<Blob | null> {
  if (view.map.getCanvas().clientWidth === 0) return null;
  const canvas = await paintPicture(view, attribution);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
