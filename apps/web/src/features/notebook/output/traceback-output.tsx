import { Button, CheckIcon, ChevronDownIcon, ChevronRightIcon, CopyIcon, IconButton, WandIcon, XIcon } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { plainText } from '../block/ansi.ts';
import { tracebackPlaces, tracebackTitle } from './output-text.ts';
import { TextOutput } from './text-output.tsx';
import { TracebackPlaces } from './traceback-places.tsx';
import { useCopied } from '../block/use-copied.ts';

interface TracebackOutputProps {
  name: string;
  message: string;
  text: string;
  onClear: (() => void) | undefined;
  /** Has the assistant mend it; left out for those who may not edit. */
  onFix?: (() => void) | undefined;
}

/** An error: what it says first, where it arose, and the rest folded. */
export function TracebackOutput({ name, message, text, onClear, onFix }: TracebackOutputProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { isCopied, copy } = useCopied();
  const count = text === '' ? 0 : text.split('\n').length;
  return (
    <div className="traceback" role="group" aria-label={tracebackTitle({ name, message })}>
      <p className="traceback-message" dir="ltr">
        <b>
          {name}
          {message && ':'}
        </b>{' '}
        {message}
      </p>
      <TracebackPlaces places={tracebackPlaces(text)} />
      <div className="traceback-tools">
        {count > 0 && (
          <Button
            size="s"
            variant="quiet"
            aria-expanded={isOpen}
            icon={isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
            onClick={() => setOpen(!isOpen)}
          >
            {t('notebook.traceback', { count })}
          </Button>
        )}
        <span className="output-space" />
        {onFix && (
          <Button size="s" variant="quiet" icon={<WandIcon size={14} />} onClick={onFix}>
            {t('notebook.suggest.fixError')}
          </Button>
        )}
        <Button
          size="s"
          variant="quiet"
          icon={isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
          onClick={() => copy(plainText(text) || tracebackTitle({ name, message }))}
        >
          {t(isCopied ? 'notebook.copied' : 'notebook.copy')}
        </Button>
        {onClear && (
          <IconButton size="s" label={t('notebook.clearOutput')} icon={<XIcon size={14} />} onClick={onClear} />
        )}
      </div>
      {isOpen && (
        <div className="traceback-text">
          <TextOutput kind="traceback" pieces={[text]} isExpanded={false} />
        </div>
      )}
    </div>
  );
}
