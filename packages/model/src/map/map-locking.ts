/** What a map keeps for one person at a time: a whole layer that is selected, or only the features being edited. */
export const mapLockings = ['layer', 'feature'] as const;
export type MapLocking = (typeof mapLockings)[number];
