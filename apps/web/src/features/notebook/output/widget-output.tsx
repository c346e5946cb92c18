import { Note } from '@groma/ui';
import { widgetPage, type WidgetOutput as Widget } from '@groma/model';
import { useMemo } from 'react';
import { useText } from '../../../platform/text.ts';
import { HtmlOutput } from './html-output.tsx';
import { TextOutput } from './text-output.tsx';

/**
 * A widget as it stood when the code last changed it, in a frame as HTML is; or its text, where nothing is known of it.
 */
export function WidgetOutput({ widget, isExpanded }: { widget: Widget; isExpanded: boolean }) {
  const t = useText();
  const { html, unknown } = useMemo(() => widgetPage(widget.model, widget.state), [widget.model, widget.state]);
  const isDrawn = html !== '';
  return (
    <>
      <div className="output-unreached">
        <Note kind="info">
          {isDrawn ? t('notebook.widgetStatic') : t('notebook.widgetUnsaved')}
          {unknown.length > 0 && ` ${t('notebook.widgetUnknown', { names: unknown.join(', ') })}`}
        </Note>
      </div>
      {isDrawn && <HtmlOutput html={html} text={widget.text} isExpanded={isExpanded} />}
      {(!isDrawn || unknown.length > 0) && widget.text && (
        <TextOutput kind="text/plain" pieces={[widget.text]} isExpanded={isExpanded} />
      )}
    </>
  );
}
