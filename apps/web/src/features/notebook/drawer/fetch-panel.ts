import { whenIdle } from '../../../platform/when-idle.ts';
import { findPanelKind } from '../../../registry/panel.ts';

/**
 * Fetches what a notebook is drawn with, and the letters of its code, while the browser rests, so that the first one
 * that is opened need not wait for it. Returns how to call it off.
 */
export function fetchPanelSoon(): () => void {
  return whenIdle(() => {
    // What cannot be fetched now is fetched, and its failure said, when a notebook is opened.
    findPanelKind('notebook')
      ?.load()
      .catch(() => undefined);
    document.fonts?.load('12px "JetBrains Mono"').catch(() => undefined);
  });
}
