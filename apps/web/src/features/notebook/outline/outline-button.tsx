import { IconButton, ListTreeIcon } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { useOutline, type OutlineStore } from './outline-store.ts';

/** Opens and closes the outline of a notebook that has headings. */
export function OutlineButton({ store }: { store: OutlineStore }) {
  const t = useText();
  const isOpen = useOutline(store, (state) => state.isOpen);
  const hasHeadings = useOutline(store, ({ headings }) => headings.length > 0);
  if (!hasHeadings) return null;
  return (
    <IconButton
      label={t('notebook.outline.title')}
      shortcut="Ctrl+Shift+O"
      active={isOpen}
      icon={<ListTreeIcon />}
      onClick={() => store.setState({ isOpen: !isOpen })}
    />
  );
}
