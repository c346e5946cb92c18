import type { Column } from '@groma/geo';
import {
  Button,
  Check,
  ChevronDownIcon,
  ChevronUpIcon,
  Columns3Icon,
  IconButton,
  Popover,
  SearchIcon,
  TextField,
  Truncated,
} from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { orderedColumns, withMoved, type ColumnChoice } from './shown-columns.ts';

const mostListed = 300;

/** Which columns are seen, and in which order. */
export function ColumnList({
  columns,
  choice,
  onChange,
}: {
  columns: readonly Column[];
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
}) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const listed = orderedColumns(columns, choice).filter(({ name }) =>
    name.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  const hidden = new Set(choice.hidden);
  const show = (name: string, isShown: boolean) =>
    onChange({ ...choice, hidden: isShown ? choice.hidden.filter((each) => each !== name) : [...choice.hidden, name] });
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
      width={260}
      withRoles={false}
    >
      {/* The roles are the button's own: the box around it is none that opens. */}
      <Popover.Target>
        <span>
          <IconButton
            label={t('table.columns')}
            aria-haspopup="dialog"
            aria-expanded={opened}
            icon={<Columns3Icon />}
            active={opened || columns.some(({ name }) => hidden.has(name))}
            onClick={() => setOpened(!opened)}
          />
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" className="table-columns" aria-label={t('table.columns')}>
        <TextField
          size="s"
          aria-label={t('table.findColumn')}
          placeholder={t('table.findColumn')}
          icon={<SearchIcon size={14} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        <ul>
          {listed.slice(0, mostListed).map(({ name }) => (
            <li key={name}>
              <Check
                label={t('table.showColumn', { name })}
                checked={!hidden.has(name)}
                onChange={(isShown) => show(name, isShown)}
              />
              <span dir="auto">
                <Truncated text={name} />
              </span>
              {typed === '' && (
                <IconButton
                  size="s"
                  label={t('table.moveBefore', { name })}
                  icon={<ChevronUpIcon size={14} />}
                  onClick={() => onChange(withMoved(columns, choice, name, -1))}
                />
              )}
              {typed === '' && (
                <IconButton
                  size="s"
                  label={t('table.moveAfter', { name })}
                  icon={<ChevronDownIcon size={14} />}
                  onClick={() => onChange(withMoved(columns, choice, name, 1))}
                />
              )}
            </li>
          ))}
        </ul>
        <footer>
          <Button size="s" variant="quiet" onClick={() => onChange({ ...choice, hidden: [] })}>
            {t('table.showAll')}
          </Button>
          <Button size="s" variant="quiet" onClick={() => onChange({ hidden: [], order: [] })}>
            {t('table.firstOrder')}
          </Button>
        </footer>
      </Popover.Dropdown>
    </Popover>
  );
}
