import type { Icon, MenuEntry } from '@groma/ui';
import type { ComponentType } from 'react';
import { create } from 'zustand';

/** What a panel of the centre gets. `params` survive a reload: plain JSON, nothing live. */
export interface PanelProps<Params = unknown> {
  id: string;
  api: PanelApi;
  params: Params;
}

export interface PanelApi {
  setTitle(title: string): void;
  close(): void;
}

type PanelComponent<Params> = ComponentType<PanelProps<Params>>;
type PanelModule<Params = unknown> = { Panel: PanelComponent<Params> } | { default: PanelComponent<Params> };

export interface PanelKind<Params = unknown> {
  kind: string;
  icon: Icon;
  load: () => Promise<PanelModule<Params>>;
  /** What the menu of a tab offers besides closing and splitting: renaming what it shows, and the like. */
  tabMenu?: (panel: OpenPanel) => readonly MenuEntry[];
  /** Stays mounted behind other tabs, for what is dear to build anew (WebGL). */
  keepsRendered?: boolean;
  /** Belongs to what is above it and opens in a strip below, as tables of layers do; documents never open there. */
  opensBelow?: boolean;
  /** Belongs to what is beside it and opens in a narrow group to its right, as the story of a map does. */
  opensBeside?: boolean;
}

export interface PanelRequest<Params = unknown> {
  kind: string;
  /** Unique over all kinds; a panel that is already open comes to the front. */
  id: string;
  title: string;
  params?: Params;
}

export interface OpenPanel {
  kind: string;
  id: string;
  title: string;
  params: unknown;
  /** The next preview takes its place. */
  isPreview?: boolean;
}

/** What the dock of the shell lends the registry while it is mounted. */
export interface Dock {
  /** As a preview, or to stay. */
  open(request: PanelRequest, isPreview: boolean): void;
  /** Makes a preview a panel that stays. */
  keep(id: string): void;
  close(id: string): void;
  /** Gives the keyboard to a panel. */
  focus(id: string): void;
  setTitle(id: string, title: string): void;
  change(id: string, to: Pick<OpenPanel, 'id' | 'title' | 'params'>): void;
  /** Goes to the next or previous tab of the group, or to the next or previous group. */
  step(to: 'next-tab' | 'previous-tab' | 'next-group' | 'previous-group'): void;
}

interface PanelState {
  open: readonly OpenPanel[];
  activeId: string | null;
}

const kinds = new Map<string, PanelKind<never>>();
const panelStore = create<PanelState>(() => ({ open: [], activeId: null }));
const openListeners = new Set<(request: PanelRequest) => void>();
let dock: Dock | null = null;
let onMissingDock: () => void = () => undefined;

/** Adds a kind of panel. */
export function registerPanel<Params = unknown>(kind: PanelKind<Params>): void {
  kinds.set(kind.kind, kind as PanelKind<never>);
}

export function findPanelKind(kind: string): PanelKind<never> | undefined {
  return kinds.get(kind);
}

let opensPreviews = false;

/** Whether panels that are opened from now on are previews. */
export function setPreviewing(isPreviewing: boolean): void {
  opensPreviews = isPreviewing;
}

/** Opens a panel, or brings it to the front when it is open. */
export function openPanel<Params = unknown>(request: PanelRequest<Params>): void {
  if (!dock) return onMissingDock();
  dock.open(request, opensPreviews);
  for (const listener of openListeners) listener(request);
}

export function closePanel(id: string): void {
  dock?.close(id);
}

/** Makes a preview a panel that stays until it is closed. */
export function keepPanel(id: string): void {
  dock?.keep(id);
}

/** Gives the keyboard to a panel that is open. */
export function focusPanel(id: string): void {
  dock?.focus(id);
}

/** Told of every panel that somebody opens, whether it was open or not; returns how to stop. */
export function onPanelOpened(listener: (request: PanelRequest) => void): () => void {
  openListeners.add(listener);
  return () => openListeners.delete(listener);
}

/** Gives a panel another title, open or not. */
export function setPanelTitle(id: string, title: string): void {
  dock?.setTitle(id, title);
}

/** Gives an open panel another id, title and parameters. Its element stays, with the focus and all that it shows. */
export function changePanel(id: string, to: Pick<OpenPanel, 'id' | 'title' | 'params'>): void {
  dock?.change(id, to);
}

/** Moves the focus of the dock by tabs or by groups. */
export function stepPanel(to: Parameters<Dock['step']>[0]): void {
  dock?.step(to);
}

/** The shell lends its dock; returns how to take it back. */
export function lendDock(lent: Dock): () => void {
  dock = lent;
  return () => {
    if (dock === lent) dock = null;
  };
}

/** What to do when a panel is opened before there is a dock (SHL-030). */
export function setMissingDockHandler(handler: () => void): void {
  onMissingDock = handler;
}

export function setOpenPanels(open: readonly OpenPanel[], activeId: string | null): void {
  panelStore.setState({ open, activeId });
}

export function useOpenPanels(): readonly OpenPanel[] {
  return panelStore((state) => state.open);
}

/** The panel that has the focus of the dock. */
export function useActivePanel(): OpenPanel | null {
  return panelStore((state) => state.open.find((panel) => panel.id === state.activeId) ?? null);
}

/** The same, asked once. */
export function readActivePanel(): OpenPanel | null {
  const { open, activeId } = panelStore.getState();
  return open.find((panel) => panel.id === activeId) ?? null;
}

/** The open panels, asked once. */
export function readOpenPanels(): readonly OpenPanel[] {
  return panelStore.getState().open;
}
