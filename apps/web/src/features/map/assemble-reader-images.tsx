import { addEnglish } from '../../platform/text.ts';
import { timeTexts } from '../../platform/time-texts.ts';

// Few published maps have images, so what they say comes with them.
addEnglish(timeTexts);

export { viewerImages } from './viewer/viewer-images.tsx';
