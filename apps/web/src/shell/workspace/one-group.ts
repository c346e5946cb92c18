import type { DockviewApi, SerializedDockview } from 'dockview-react';
import { overlayWidth } from '../../registry/drawer.ts';

/** Whether the window has room for one thing at a time, as on a phone or at 200 % zoom. */
export function isNarrow(): boolean {
  return innerWidth < overlayWidth;
}

/** Calls after each change of the window's size; returns how to stop. */
export function onWindowResize(call: () => void): () => void {
  addEventListener('resize', call);
  return () => removeEventListener('resize', call);
}

/** Calls once the centre has been laid out for a window of another size. */
function afterLayout(call: () => void): void {
  requestAnimationFrame(() => setTimeout(call));
}

/**
 * Shows the group in use alone while the window is narrow, whichever that becomes, and all of them again once it is
 * wide (SHL-160). Returns how to stop.
 */
export function keepOneGroup(api: DockviewApi): () => void {
  let isOurs = false;
  let isStopped = false;
  /** Of each group the share of the centre that it had in a wide window. */
  let shares = new Map<string, [width: number, height: number]>();
  const widen = () => {
    if (isStopped || isNarrow()) return;
    for (const { id, api: group } of api.groups) {
      const share = shares.get(id);
      if (share) group.setSize({ width: share[0] * api.width, height: share[1] * api.height });
    }
  };
  const fit = () => {
    if (isStopped) return;
    if (!isNarrow()) {
      if (!isOurs) return;
      isOurs = false;
      api.exitMaximizedGroup();
      afterLayout(widen);
    } else if (api.activePanel && api.groups.length > 1 && !api.hasMaximizedGroup()) {
      isOurs = true;
      api.maximizeGroup(api.activePanel);
    }
  };
  // The dock shows all groups again only after it has said that another one is in use.
  const fitSoon = () => queueMicrotask(fit);
  const stops = [
    api.onDidActivePanelChange(fitSoon),
    api.onDidMaximizedGroupChange(fitSoon),
    api.onDidAddGroup(fitSoon),
  ];
  const stopResizes = onWindowResize(() => {
    // The groups have the sizes of the window before.
    if (!isOurs && !api.hasMaximizedGroup())
      shares = new Map(
        api.groups.map(({ id, api: group }) => [id, [group.width / api.width, group.height / api.height]]),
      );
    fit();
  });
  fit();
  return () => {
    isStopped = true;
    stopResizes();
    for (const stop of stops) stop.dispose();
  };
}

/** A layout as it is to be kept: that a narrow window shows one group alone is no choice of a person. */
export function withoutNarrowing(layout: SerializedDockview): SerializedDockview {
  if (!isNarrow()) return layout;
  // The types of the dock don't name which group is alone.
  const { maximizedNode: _, ...grid } = layout.grid as SerializedDockview['grid'] & { maximizedNode?: unknown };
  return { ...layout, grid };
}
