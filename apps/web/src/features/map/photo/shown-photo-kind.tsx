import type { LayerKind } from '../view/layer-kind.ts';
import { isInPhoto, photoLayers, photoSize } from './photo-layers.ts';
import { PhotoTip } from './photo-tip.tsx';

/** Aerial photos, as they lie. */
export const shownPhotoKind: LayerKind = {
  has: ({ photos }, layerId) => photos[layerId] !== undefined,
  deckLayers: ({ photos }, layerId, { zoom, beforeId, ...place }) =>
    photoLayers(layerId, photos[layerId]!, zoom, place, beforeId),
  zoomKey: ({ photos }, layerId, zoom) => String(photoSize(photos[layerId]!, zoom)),
  covers: ({ photos }, layerId, place) => isInPhoto(photos[layerId]!, place),
  tip: (props) => <PhotoTip {...props} />,
};
