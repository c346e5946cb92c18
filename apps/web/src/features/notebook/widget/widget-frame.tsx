import { nameProblem, type NameProblem } from '@groma/model';
import { AlertTriangleIcon, IconButton, Popover, SettingsIcon, Tooltip } from '@groma/ui';
import { useState, type ReactNode } from 'react';
import { useText } from '../../../platform/text.ts';

/** Why the value of a block does not reach the code: its name, or another block of that name. */
type Unused = NameProblem | 'shadowed';

export function unusedReason(varName: string, isShadowed: boolean): Unused | null {
  return nameProblem(varName) ?? (isShadowed ? 'shadowed' : null);
}

interface WidgetFrameProps {
  label: string;
  /** Left out for a block that sets no variable. */
  varName?: string | undefined;
  isShadowed?: boolean;
  isEditable: boolean;
  settings: ReactNode;
  children: ReactNode;
}

/**
 * Around each input block: its label, the variable that code reads, and under the pointer its settings (NBK-009,
 * NBK-102).
 */
export function WidgetFrame({ label, varName, isShadowed = false, isEditable, settings, children }: WidgetFrameProps) {
  return (
    <section className="widget" aria-label={label} contentEditable={false}>
      <header className="widget-head">
        <span className="widget-label" dir="auto">
          {label}
        </span>
        {varName !== undefined && <VariableMark name={varName} unused={unusedReason(varName, isShadowed)} />}
        {isEditable && <WidgetSettings label={label}>{settings}</WidgetSettings>}
      </header>
      <div className="widget-body">{children}</div>
    </section>
  );
}

function VariableMark({ name, unused }: { name: string; unused: Unused | null }) {
  const t = useText();
  if (unused === null)
    return (
      <code className="widget-name" title={t('notebook.input.variableHint', { name })}>
        {name}
      </code>
    );
  const why = t(`notebook.input.unused.${unused}`, { name });
  return (
    <Tooltip label={why}>
      <span className="widget-name" data-unused role="note" tabIndex={0} aria-label={why}>
        {name !== '' && <code>{name}</code>}
        <AlertTriangleIcon size={13} />
        {t('notebook.input.notUsed')}
      </span>
    </Tooltip>
  );
}

function WidgetSettings({ label, children }: { label: string; children: ReactNode }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={300}
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <span className="widget-settings" data-open={isOpen || undefined}>
          <IconButton
            size="s"
            label={t('notebook.input.settingsOf', { label })}
            icon={<SettingsIcon size={14} />}
            active={isOpen}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        </span>
      </Popover.Target>
      <Popover.Dropdown className="widget-panel" role="dialog" aria-label={t('notebook.input.settingsOf', { label })}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
