import {
  DockviewReact,
  type DockviewApi,
  type DockviewReadyEvent,
  type IDockviewPanel,
  type LiveRegionEvent,
} from 'dockview-react';
import 'dockview-react/dist/styles/dockview.css';
import { useCallback, useEffect, useState } from 'react';
import { t, useText } from '../../platform/text.ts';
import {
  findPanelKind,
  lendDock,
  setOpenPanels,
  type Dock as LentDock,
  type OpenPanel,
  type PanelRequest,
} from '../../registry/panel.ts';
import { putPanel } from '../../registry/panel-drag.ts';
import { DockPanel } from './dock-panel.tsx';
import { DockTab } from './dock-tab.tsx';
import { DockTools } from './dock-tools.tsx';
import { isNewcomer, readLayout, writeLayout, type DockPanelParams } from './dock-layout.ts';
import { placeOf } from './dock-place.ts';
import { EmptyCentre } from './empty-centre.tsx';
import { openFirst } from './first-opening.ts';
import { keepOneGroup, withoutNarrowing } from './one-group.ts';
import { keepTabsInView } from './tab-in-view.ts';
import './dock.css';

const theme = { name: 'groma', className: 'dock-theme', dndTabIndicator: 'line', dndPanelOverlay: 'content' } as const;
const components = { panel: DockPanel };
const tabs = { tab: DockTab };

/** Layout changes come in bursts while a border is dragged. */
const keepAfterMs = 300;

/** The centre: panels in tabs that split and move, as this person left them in this project. */
export function Dock({ userId, projectId }: { userId: string; projectId: string }) {
  const text = useText();
  const [api, setApi] = useState<DockviewApi | null>(null);
  // Not in onReady: React's strict mode takes effects back and does them again, with the same dock in between.
  useEffect(() => (api ? attach(api, userId, projectId) : undefined), [api, userId, projectId]);
  const onReady = useCallback((event: DockviewReadyEvent) => setApi(event.api), []);
  return (
    <section className="dock" aria-label={text('shell.centre')}>
      <DockviewReact
        theme={theme}
        components={components}
        tabComponents={tabs}
        defaultTabComponent={DockTab}
        watermarkComponent={EmptyCentre}
        rightHeaderActionsComponent={DockTools}
        disableFloatingGroups
        getAnnouncement={announce}
        onReady={onReady}
      />
    </section>
  );
}

/** What is said of a panel to those who don't see it, in the language of the person. */
function announce({ kind, panel }: LiveRegionEvent): string | null {
  if (kind === 'float' || kind === 'dock' || kind === 'popout') return null;
  return t(`shell.panelSaid.${kind}`, { title: panel.title ?? '' });
}

/** Docks that show what was kept; a second attaching finds it there. */
const restored = new WeakSet<DockviewApi>();

function attach(api: DockviewApi, userId: string, projectId: string): () => void {
  const isFirst = !restored.has(api) && isNewcomer(userId);
  if (!restored.has(api)) restore(api, userId, projectId);
  restored.add(api);
  const stopKeeping = keepLayout(api, userId, projectId);
  const stopNarrowing = keepOneGroup(api);
  const stopScrolling = keepTabsInView(api);
  const takeBack = lendDock(dockOf(api));
  // What cannot be listed now can still be opened from its drawer.
  if (isFirst) void openFirst(api, projectId).catch(() => undefined);
  const drags = [
    api.onWillDragPanel(({ panel, nativeEvent }) => {
      carryPanel(nativeEvent, openPanelOf(panel));
    }),
  ];
  return () => {
    for (const drag of drags) drag.dispose();
    takeBack();
    stopNarrowing();
    stopScrolling();
    stopKeeping();
    setOpenPanels([], null);
  };
}

function openPanelOf(panel: IDockviewPanel): OpenPanel {
  const { kind, params, isPreview } = paramsOf(panel);
  return { kind, id: idOf(panel), title: panel.title ?? '', params, ...(isPreview && { isPreview }) };
}

function idOf(panel: IDockviewPanel): string {
  return paramsOf(panel).id ?? panel.id;
}

function findPanel(api: DockviewApi, id: string): IDockviewPanel | undefined {
  return api.panels.find((panel) => idOf(panel) === id);
}

/** A dragged tab can be dropped outside the dock too, where somebody takes panels. */
function carryPanel(event: Event, panel: OpenPanel): void {
  if (event instanceof DragEvent && event.dataTransfer) putPanel(event.dataTransfer, panel);
}

function restore(api: DockviewApi, userId: string, projectId: string): void {
  const layout = readLayout(userId, projectId, (kind) => findPanelKind(kind) !== undefined);
  if (!layout) return;
  try {
    api.fromJSON(layout);
  } catch {
    // A layout that an older or newer version wrote: begin with an empty centre.
    api.clear();
  }
}

function keepLayout(api: DockviewApi, userId: string, projectId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const keep = () => {
    timer = null;
    writeLayout(userId, projectId, withoutNarrowing(api.toJSON()));
  };
  const onChange = () => {
    publishOpenPanels(api);
    if (timer) clearTimeout(timer);
    timer = setTimeout(keep, keepAfterMs);
  };
  const onHide = () => {
    if (timer) keep();
  };
  const watch = (panel: IDockviewPanel) => {
    panel.api.onDidTitleChange(onChange);
    panel.api.onDidParametersChange(onChange);
  };
  const stops = [api.onDidLayoutChange(onChange), api.onDidActivePanelChange(onChange), api.onDidAddPanel(watch)];
  for (const panel of api.panels) watch(panel);
  addEventListener('pagehide', onHide);
  publishOpenPanels(api);
  return () => {
    removeEventListener('pagehide', onHide);
    if (timer) clearTimeout(timer);
    for (const stop of stops) stop.dispose();
  };
}

function publishOpenPanels(api: DockviewApi): void {
  setOpenPanels(api.panels.map(openPanelOf), api.activePanel ? idOf(api.activePanel) : null);
}

function paramsOf(panel: IDockviewPanel): DockPanelParams {
  return panel.params as unknown as DockPanelParams;
}

function dockOf(api: DockviewApi): LentDock {
  return {
    open: (request, isPreview) => {
      openIn(api, request, isPreview);
    },
    keep: (id) => {
      makeStay(api, findPanel(api, id));
    },
    close: (id) => findPanel(api, id)?.api.close(),
    focus: (id) => {
      focusPanel(findPanel(api, id));
    },
    setTitle: (id, title) => findPanel(api, id)?.api.setTitle(title),
    change: (id, to) => {
      change(api, id, to);
    },
    step: (to) => {
      step(api, to);
    },
  };
}

function change(api: DockviewApi, id: string, to: Parameters<LentDock['change']>[1]): void {
  const panel = findPanel(api, id);
  if (!panel) return;
  panel.api.updateParameters({ ...paramsOf(panel), id: to.id, params: to.params } satisfies DockPanelParams);
  panel.api.setTitle(to.title);
  publishOpenPanels(api);
}

/** Gives a panel the keyboard: its content, where that can take it, else the whole of it. */
function focusPanel(panel: IDockviewPanel | undefined): void {
  const content = panel?.view.content.element;
  if (!content || content.contains(document.activeElement)) return;
  const first = content.querySelector<HTMLElement>(
    '[data-autofocus], [contenteditable="true"], .cm-content, [role="grid"] [tabindex="0"], canvas[tabindex], [tabindex="0"]',
  );
  first?.focus({ preventScroll: true });
  if (content.contains(document.activeElement)) return;
  content.tabIndex = -1;
  content.focus({ preventScroll: true });
}

/** Round and round: after the last tab or group comes the first. */
function step(api: DockviewApi, to: Parameters<LentDock['step']>[0]): void {
  const { activePanel, groups } = api;
  if (!activePanel) return;
  const by = to.startsWith('next') ? 1 : -1;
  if (to.endsWith('tab')) {
    const { panels } = activePanel.group;
    panels.at((panels.indexOf(activePanel) + by) % panels.length)?.api.setActive();
  } else {
    // From a drawer the keys go to the panel in front first.
    const isInside = activePanel.group.element.contains(document.activeElement);
    const panel = isInside
      ? groups.at((groups.indexOf(activePanel.group) + by) % groups.length)?.activePanel
      : activePanel;
    panel?.api.setActive();
    focusPanel(panel);
  }
}

function makeStay(api: DockviewApi, panel: IDockviewPanel | undefined): void {
  if (!panel || !paramsOf(panel).isPreview) return;
  panel.api.updateParameters({ isPreview: undefined });
  publishOpenPanels(api);
}

function openIn(api: DockviewApi, request: PanelRequest, isPreview: boolean): void {
  const there = findPanel(api, request.id);
  if (there) {
    if (!isPreview) makeStay(api, there);
    return there.api.setActive();
  }
  const kind = findPanelKind(request.kind);
  if (!kind) return;
  const previous = isPreview ? api.panels.find((panel) => paramsOf(panel).isPreview) : undefined;
  api.addPanel({
    // A panel that has another id by now may still hold this one in the dock.
    id: api.getPanel(request.id) ? `${request.id}#${crypto.randomUUID()}` : request.id,
    title: request.title,
    component: 'panel',
    tabComponent: 'tab',
    renderer: kind.keepsRendered ? 'always' : 'onlyWhenVisible',
    params: {
      kind: request.kind,
      params: request.params ?? null,
      id: request.id,
      ...(isPreview && { isPreview }),
    } satisfies DockPanelParams,
    ...placeOf(api, request.kind),
  });
  previous?.api.close();
}
