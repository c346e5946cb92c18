import { createReactBlockSpec } from '@blocknote/react';
import { notebookBlockTypes, type BlockProp } from '@groma/model';

type WidgetType = 'slider' | 'textInput' | 'dateSelector' | 'button' | 'selector';

/** The prop that holds what a widget is set to. */
const valueProps: Readonly<Record<WidgetType, string>> = { slider: 'value', textInput: 'text', dateSelector: 'date', button: 'text', selector: 'selected' };

function propSchema(props: Readonly<Record<string, BlockProp>>) {
  return Object.fromEntries(Object.entries(props).map(([name, preset]) => [name, { default: preset }]));
}

/** Shows what a widget is called, its variable, and what it is set to. */
function widgetSpec(type: WidgetType) {
  return createReactBlockSpec(
    { type, propSchema: propSchema(notebookBlockTypes[type].props), content: 'none' },
    {
      render: ({ block }) => {
        const props = block.props as Readonly<Record<string, BlockProp>>;
        return (
          <div className="widget-block">
            <span>{String(props['label'])}</span>
            {props['varName'] !== undefined && <code>{String(props['varName'])}</code>}
            <output>{String(props[valueProps[type]] ?? '')}</output>
          </div>
        );
      },
    },
  )();
}

/** The widgets a notebook may hold: an editor that did not know them would remove them from the document. */
export const widgetSpecs = {
  slider: widgetSpec('slider'), textInput: widgetSpec('textInput'), dateSelector: widgetSpec('dateSelector'), button: widgetSpec('button'), selector: widgetSpec('selector'),
};
