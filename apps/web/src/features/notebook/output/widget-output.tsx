import { Note } from '@groma/ui';
import { widgetPage, type WidgetOutput as Widget } from '@groma/model';
import { useMemo } from 'react';
import { useText } from '../../../platform/text.ts';
import { useNotebook } from '../block/notebook-context.ts';
import { HtmlOutput } from './html-output.tsx';
import { LiveWidget } from './live/live-widget.tsx';
import { SavedWidget } from './live/saved-widget.tsx';
import { TextOutput } from './text-output.tsx';

interface WidgetOutputProps {
  widget: Widget;
  isExpanded: boolean;
}

/** A widget that can be used as long as its kernel lives, else as it was left. */
export function WidgetOutput(props: WidgetOutputProps) {
  const { hasKernel } = useNotebook();
  if (!hasKernel) return <LeftWidget {...props} isLost />;
  return (
    <LiveWidget key={props.widget.model} model={props.widget.model} isExpanded={props.isExpanded}>
      {(isLost) => <LeftWidget {...props} isLost={isLost} />}
    </LiveWidget>
  );
}

/**
 * A widget as it was last seen, in a frame as HTML is; or its text, where nothing is known of it.
 */
function LeftWidget({ widget, isExpanded, isLost }: WidgetOutputProps & { isLost: boolean }) {
  const t = useText();
  const { isEditable, isPaused } = useNotebook();
  const { html, unknown, scripted } = useMemo(
    () => widgetPage(widget.model, widget.state),
    [widget.model, widget.state],
  );
  const isDrawnByCode = isLost && scripted.length > 0;
  const isDrawn = html !== '';
  const notice = !isDrawn
    ? t('notebook.widgetUnsaved')
    : isLost && t(isEditable || isPaused ? 'notebook.liveWidget.lost' : 'notebook.widgetStatic');
  const lacking = isDrawnByCode ? unknown : [...unknown, ...scripted];
  const names = lacking.length > 0 && t('notebook.widgetUnknown', { names: lacking.join(', ') });
  const page = isDrawn && <HtmlOutput html={html} text={widget.text} isExpanded={isExpanded} />;
  return (
    <>
      {(notice || names) && (
        <div className="output-unreached">
          <Note kind="info">{[notice, names].filter(Boolean).join(' ')}</Note>
        </div>
      )}
      {isDrawnByCode ? (
        <SavedWidget model={widget.model} state={widget.state} isExpanded={isExpanded}>
          {page}
        </SavedWidget>
      ) : (
        page
      )}
      {(!isDrawn || lacking.length > 0) && widget.text && (
        <TextOutput kind="text/plain" pieces={[widget.text]} isExpanded={isExpanded} />
      )}
    </>
  );
}
