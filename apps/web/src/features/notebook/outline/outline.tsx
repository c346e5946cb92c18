import { IconButton, XIcon } from '@groma/ui';
import { useEffect, useRef } from 'react';
import { useText } from '../../../platform/text.ts';
import { useOutline, type OutlineStore } from './outline-store.ts';
import './outline.css';

/** The headings of a notebook beside its text; nothing where there are none (NBK-151). */
export function Outline({ store }: { store: OutlineStore }) {
  const isShown = useOutline(store, ({ isOpen, headings }) => isOpen && headings.length > 0);
  return isShown ? <Headings store={store} /> : null;
}

function Headings({ store }: { store: OutlineStore }) {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  const { headings, current, go } = useOutline(store, (state) => state);
  const top = Math.min(...headings.map(({ level }) => level));
  const stop = headings.some(({ id }) => id === current) ? current : headings[0]?.id;
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, []);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      store.setState({ isOpen: false });
      if (current !== null) go(current);
      return;
    }
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at === -1 || next === undefined) return;
    event.preventDefault();
    buttons[next]?.focus();
  };
  return (
    <nav className="outline" aria-label={t('notebook.outline.title')}>
      <header className="outline-head">
        <span>{t('notebook.outline.title')}</span>
        <IconButton
          size="s"
          label={t('notebook.outline.close')}
          icon={<XIcon size={15} />}
          onClick={() => store.setState({ isOpen: false })}
        />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons in it */}
      <ul ref={list} className="outline-list" onKeyDown={onKeyDown}>
        {headings.map(({ id, level, text }) => (
          <li key={id}>
            <button
              type="button"
              className="outline-heading"
              style={{ paddingInlineStart: 12 + 14 * (level - top) }}
              title={text}
              dir="auto"
              tabIndex={id === stop ? 0 : -1}
              aria-current={id === current ? 'location' : undefined}
              onClick={() => go(id)}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
