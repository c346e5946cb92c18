/** The comparing editor comes with the first chat that is opened, or the first suggestion. */
export const loadDiffView = () => import('./diff-view.tsx');
