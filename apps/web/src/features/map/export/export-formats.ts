import { mapExport } from '@groma/protocol';

/** The formats in the order they are offered. */
export const exportFormats = mapExport.exportFormats;
