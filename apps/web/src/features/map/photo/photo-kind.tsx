import type { LayerKind } from '../view/layer-kind.ts';
import { PhotoCard } from './photo-card.tsx';
import { shownPhotoKind } from './shown-photo-kind.tsx';

/** Aerial photos, with what can be changed of them. */
export const photoKind: LayerKind = {
  ...shownPhotoKind,
  card: (props) => <PhotoCard {...props} />,
};
