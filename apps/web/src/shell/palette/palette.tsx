import { SearchIcon, Spotlight } from '@groma/ui';
import { useEffect, useMemo, useState } from 'react';
import { useText } from '../../platform/text.ts';
import { canRun, useCommands } from '../../registry/command.ts';
import { groupsOf } from './groups.tsx';
import { palette, paletteStore } from './palette-store.ts';
import { readRecentPanels } from './recent-panels.ts';
import { useFirstSelected } from './use-first-selected.ts';
import { useFocusAfter } from './use-focus-after.ts';
import { useFound } from './use-found.ts';
import './palette.css';

/** Search and command palette (Ctrl+K): every command that may run now, and every thing that can be opened or found. */
export function Palette() {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const commands = useCommands();
  const { found, isSearching } = useFound(isOpen, typed);
  const focus = useFocusAfter();
  const onKeyDown = useFirstSelected(isOpen, typed);
  // Read anew each time it opens.
  // oxlint-disable-next-line react/exhaustive-deps
  const recent = useMemo(() => (isOpen ? readRecentPanels() : []), [isOpen]);
  useEarlyKeys(isOpen, setTyped);
  const usable = isOpen ? commands.filter(({ id, isHidden }) => !isHidden && canRun(id)) : [];
  const groups = groupsOf({ t, typed, found, commands: usable, recent, choose: focus.choose });
  return (
    <Spotlight
      store={paletteStore}
      actions={groups}
      filter={(_query, actions) => actions}
      query={typed}
      onQueryChange={setTyped}
      scrollable
      maxHeight={420}
      tagsToIgnore={[]}
      triggerOnContentEditable
      returnFocus={false}
      centered={false}
      yOffset={64}
      overlayProps={{ blur: 0 }}
      attributes={{ content: { 'aria-label': t('shell.search') } }}
      onSpotlightOpen={() => {
        focus.opened();
        setOpen(true);
      }}
      onSpotlightClose={() => {
        setOpen(false);
        setTyped('');
        focus.closed();
      }}
      nothingFound={isSearching ? t('shell.searching') : t('shell.nothingFound', { typed })}
      searchProps={{
        onKeyDown,
        leftSection: <SearchIcon />,
        placeholder: t('shell.search'),
        'aria-label': t('shell.search'),
      }}
    />
  );
}

/**
 * Keys pressed before the field of the palette has the focus belong to the palette, and not to the cell that had it.
 */
function useEarlyKeys(isOpen: boolean, setTyped: (change: (typed: string) => string) => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const take = (event: KeyboardEvent): void => {
      const isInside = event.target instanceof Element && event.target.closest('.mantine-Spotlight-content') !== null;
      if (isInside || event.ctrlKey || event.metaKey || event.altKey) return;
      event.stopPropagation();
      if (event.key === 'Escape') palette.close();
      if (event.key.length !== 1) return;
      event.preventDefault();
      setTyped((typed) => typed + event.key);
    };
    window.addEventListener('keydown', take, { capture: true });
    return () => {
      window.removeEventListener('keydown', take, { capture: true });
    };
  }, [isOpen, setTyped]);
}
