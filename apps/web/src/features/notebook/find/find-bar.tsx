import { Button, ChevronDownIcon, ChevronUpIcon, IconButton, ReplaceIcon, TextField, XIcon } from '@groma/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { useNotebook } from '../block/notebook-context.ts';
import { findSession, type FindPlace } from './find-session.ts';
import { useFind, type FindState, type FindStore } from './find-store.ts';
import { mostMatches } from './search-texts.ts';
import './find.css';

interface FindProps extends Pick<FindPlace, 'editor' | 'showSource'> {
  store: FindStore;
}

/** What finds and replaces words in a notebook: in texts, code and titles (NBK-152). Readers only find. */
export function FindBar(props: FindProps) {
  const { isOpen } = useFind(props.store);
  return isOpen ? <Bar {...props} /> : null;
}

function Bar({ editor, store, showSource }: FindProps) {
  const t = useText();
  const notebook = useNotebook();
  const { doc, views } = notebook;
  const state = useFind(store);
  const { query, replacement, matchesCase, isWholeWord, isRegex, asked, count } = state;
  const isReplacing = state.isReplacing && notebook.isEditable;
  const session = useMemo(
    () => findSession({ editor, doc, views, showSource }, store),
    [editor, doc, views, showSource, store],
  );
  useEffect(() => session.begin(), [session]);
  useEffect(() => {
    void session.search();
  }, [session, query, matchesCase, isWholeWord, isRegex]);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [asked]);
  const [said, setSaid] = useState('');
  const close = () => {
    session.leave();
    store.setState({ isOpen: false });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  const replaceAll = async () => {
    const number = await session.replaceAll();
    setSaid(t('notebook.find.replaced', { number }));
  };
  const toggles = [
    { name: 'matchesCase', label: t('notebook.find.case'), sign: 'Aa', isOn: matchesCase },
    { name: 'isWholeWord', label: t('notebook.find.word'), sign: 'ab|', isOn: isWholeWord },
    { name: 'isRegex', label: t('notebook.find.regex'), sign: '.*', isOn: isRegex },
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape of the fields in it
    <search className="find-bar" aria-label={t('notebook.find.title')} onKeyDown={onKeyDown}>
      <div className="find-row">
        <TextField
          ref={field}
          size="s"
          className="find-field"
          aria-label={t('notebook.find.query')}
          placeholder={t('notebook.find.query')}
          value={query}
          error={state.failure !== null}
          onChange={(event) => {
            setSaid('');
            store.setState({ query: event.currentTarget.value });
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            session.go(event.shiftKey ? -1 : 1);
          }}
        />
        {toggles.map(({ name, label, sign, isOn }) => (
          <IconButton
            key={name}
            size="s"
            label={label}
            active={isOn}
            icon={<span className="find-sign">{sign}</span>}
            onClick={() => store.setState({ [name]: !isOn })}
          />
        ))}
        <IconButton
          size="s"
          label={t('notebook.find.previous')}
          icon={<ChevronUpIcon size={15} />}
          onClick={() => session.go(-1)}
        />
        <IconButton
          size="s"
          label={t('notebook.find.next')}
          icon={<ChevronDownIcon size={15} />}
          onClick={() => session.go(1)}
        />
        {notebook.isEditable && (
          <IconButton
            size="s"
            label={t('notebook.find.showReplace')}
            active={isReplacing}
            icon={<ReplaceIcon size={15} />}
            onClick={() => store.setState({ isReplacing: !isReplacing })}
          />
        )}
        <IconButton size="s" label={t('notebook.find.close')} icon={<XIcon size={15} />} onClick={close} />
      </div>
      {isReplacing && (
        <div className="find-row">
          <TextField
            size="s"
            className="find-field"
            aria-label={t('notebook.find.replacement')}
            placeholder={t('notebook.find.replacement')}
            value={replacement}
            onChange={(event) => store.setState({ replacement: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              void session.replaceOne();
            }}
          />
          <Button size="s" disabled={count === 0} onClick={() => void session.replaceOne()}>
            {t('notebook.find.replace')}
          </Button>
          <Button size="s" disabled={count === 0} onClick={() => void replaceAll()}>
            {t('notebook.find.replaceAll')}
          </Button>
        </div>
      )}
      <div className="find-state" role="status" data-bad={state.failure !== null || undefined}>
        {said === '' ? stateOf(state, t) : said}
      </div>
    </search>
  );
}

function stateOf({ query, count, at, isCut, failure }: FindState, t: ReturnType<typeof useText>): string {
  if (failure?.kind === 'bad') return t('notebook.find.bad', { reason: failure.reason });
  if (failure?.kind === 'slow') return t('notebook.find.slow');
  if (query === '') return '';
  if (count === 0) return t('notebook.find.none');
  return isCut
    ? t('notebook.find.placeCut', { place: at + 1, most: mostMatches })
    : t('notebook.find.place', { place: at + 1, all: count });
}
