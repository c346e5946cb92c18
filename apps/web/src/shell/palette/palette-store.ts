import { createSpotlight } from '@groma/ui';

/** Whether the palette is open and which of its rows is selected; what opens and closes it. */
export const [paletteStore, palette] = createSpotlight();
