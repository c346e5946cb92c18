import { Kbd, SearchIcon, Spotlight } from '@groma/ui';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sessionStore } from '../../platform/session.ts';
import { useText, type Text } from '../../platform/text.ts';
import { canRun, runCommand, useCommands, type Command } from '../../registry/command.ts';
import { useResourceSources, type Resource, type ResourceSource } from '../../registry/resource.ts';
import { rankAll } from './rank.ts';
import './palette.css';

/** Most answers of one group. */
const most = 12;

/** The command palette (Ctrl+K): every command that may run now, and every thing that can be opened. */
export function Palette() {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const commands = useCommands();
  const found = useResources(isOpen);
  useEarlyKeys(isOpen, setTyped);
  const usable = isOpen ? commands.filter(({ id, isHidden }) => !isHidden && canRun(id)) : [];
  const groups = [...found.map((group) => resourceGroup(t, group, typed)), commandGroup(t, usable, typed)]
    .filter(({ actions }) => actions.length > 0)
    .toSorted((first, second) => second.best - first.best)
    .map(({ group, actions }) => ({ group, actions }));
  return (
    <Spotlight
      actions={groups} filter={(_query, actions) => actions} query={typed} onQueryChange={setTyped} scrollable maxHeight={420} tagsToIgnore={[]} triggerOnContentEditable
      returnFocus centered={false} yOffset={64} overlayProps={{ blur: 0 }} attributes={{ content: { 'aria-label': t('shell.search') } }}
      onSpotlightOpen={() => setOpen(true)} onSpotlightClose={() => { setOpen(false); setTyped(''); }} nothingFound={t('shell.nothingFound', { typed })}
      searchProps={{ leftSection: <SearchIcon />, placeholder: t('shell.search'), 'aria-label': t('shell.search') }}
    />
  );
}

/** Letters typed before the field of the palette has the focus belong to the palette, and not to the cell that had it. */
function useEarlyKeys(isOpen: boolean, setTyped: (change: (typed: string) => string) => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const take = (event: KeyboardEvent): void => {
      const isInside = event.target instanceof Element && event.target.closest('.mantine-Spotlight-content') !== null;
      if (isInside || event.ctrlKey || event.metaKey || event.altKey) return;
      event.stopPropagation();
      if (event.key.length !== 1) return;
      event.preventDefault();
      setTyped((typed) => typed + event.key);
    };
    window.addEventListener('keydown', take, { capture: true });
    return () => { window.removeEventListener('keydown', take, { capture: true }); };
  }, [isOpen, setTyped]);
}

function commandGroup(t: Text, commands: readonly Command<never>[], typed: string) {
  const { entries, best } = rankAll(commands, typed, ({ title }) => t(title), typed === '' ? 8 : most);
  const actions = entries.map(({ id, title, icon: CommandIcon, shortcut }) => ({
    id, label: t(title), leftSection: CommandIcon && <CommandIcon />, rightSection: shortcut && <Kbd keys={shortcut} />, onClick: () => { void runCommand(id); },
  }));
  return { group: t('shell.commands'), actions, best };
}

function resourceGroup(t: Text, { source, resources }: Found, typed: string) {
  const { entries, best } = rankAll(resources, typed, ({ name }) => name, typed === '' ? 6 : most, ({ detail }) => detail);
  const actions = entries.map((resource) => ({
    id: `${resource.kind}:${resource.id}`, label: resource.name, description: resource.detail, leftSection: <source.icon />, onClick: () => source.open(resource),
  }));
  return { group: t(source.label), actions, best };
}

interface Found { source: ResourceSource; resources: readonly Resource[] }

/** What each source has, read when the palette opens. A source that fails has nothing to show here; its own list says why. */
function useResources(isOpen: boolean): Found[] {
  const projectId = sessionStore((state) => state.project?.id ?? null);
  const sources = useResourceSources().filter(({ scope }) => projectId !== null || scope === 'account');
  const lists = useQueries({
    queries: sources.map((source) => ({
      queryKey: ['resources', source.kind, source.scope === 'account' ? null : projectId],
      queryFn: () => source.list(projectId ?? ''),
      enabled: isOpen,
    })),
  });
  return sources.map((source, index) => ({ source, resources: lists[index]?.data ?? [] }));
}
