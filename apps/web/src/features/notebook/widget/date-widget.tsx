import { formatDay, parseDay } from '@groma/model';
import { CalendarIcon, IconButton, Popover, TextField, XIcon } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { Calendar } from './calendar.tsx';
import { NamingFields } from './setting-fields.tsx';
import { useWords } from './use-draft.ts';
import { WidgetFrame } from './widget-frame.tsx';
import type { WidgetProps } from './widget-props.ts';

export interface DateProps {
  label: string;
  varName: string;
  date: string;
}

/** A day, typed as dd-MM-yyyy or taken from a calendar (NBK-096). */
export function DateWidget({
  props: { label, varName, date },
  isEditable,
  isShadowed,
  onChange,
}: WidgetProps<DateProps>) {
  const t = useText();
  const settings = <NamingFields {...{ label, varName, isShadowed, onChange }} />;
  return (
    <WidgetFrame label={label} varName={varName} isShadowed={isShadowed} isEditable={isEditable} settings={settings}>
      {isEditable ? (
        <DateField label={label} date={date} onChange={(wanted) => onChange({ date: wanted })} />
      ) : (
        <output className="widget-value">
          <bdi dir="ltr">{date || t('notebook.input.nothing')}</bdi>
        </output>
      )}
    </WidgetFrame>
  );
}

/** A field for a day, with a calendar. */
export function DateField({ label, date, onChange }: { label: string; date: string; onChange(date: string): void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const take = (text: string) => {
    const day = parseDay(text);
    const wanted = day ? formatDay(day) : text.trim() === '' ? '' : null;
    if (wanted !== null && wanted !== date) onChange(wanted);
    return wanted !== null;
  };
  const { words: draft, type: setDraft } = useWords((words) => {
    take(words);
  });
  const shown = draft ?? date;
  const isWrong = draft !== null && draft.trim() !== '' && parseDay(draft) === null;
  return (
    <div className="widget-date">
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        trapFocus
        returnFocus
        withinPortal
        withRoles={false}
        shadow="md"
      >
        <Popover.Target>
          <span className="widget-date-field">
            <TextField
              aria-label={label}
              value={shown}
              placeholder={t('notebook.date.form')}
              inputMode="numeric"
              maxLength={10}
              dir="ltr"
              error={isWrong && t('notebook.date.wrong')}
              onChange={(event) => setDraft(event.currentTarget.value)}
              onBlur={() => {
                if (draft !== null && take(draft)) setDraft(null);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && draft !== null && take(draft)) setDraft(null);
                if (event.key === 'Escape') setDraft(null);
                if (event.key === 'ArrowDown' && event.altKey) setOpen(true);
              }}
            />
          </span>
        </Popover.Target>
        <Popover.Dropdown className="widget-calendar" role="dialog" aria-label={t('notebook.date.choose', { label })}>
          <Calendar
            value={parseDay(date)}
            onChoose={(day) => {
              setDraft(null);
              setOpen(false);
              if (formatDay(day) !== date) onChange(formatDay(day));
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <IconButton
        label={t('notebook.date.choose', { label })}
        icon={<CalendarIcon />}
        active={isOpen}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {shown !== '' && (
        <IconButton
          label={t('notebook.input.clear', { label })}
          icon={<XIcon />}
          onClick={() => {
            setDraft(null);
            if (date !== '') onChange('');
          }}
        />
      )}
    </div>
  );
}
