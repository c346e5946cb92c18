import { createReactBlockSpec } from '@blocknote/react';
import { notebookBlockTypes, type BlockProp } from '@groma/model';
import type { ComponentType, KeyboardEvent } from 'react';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { useNotebook } from '../block/notebook-context.ts';
import { ownEvents } from '../block/own-events.ts';
import { ButtonWidget } from './button-widget.tsx';
import { DataWidget } from './data-widget.tsx';
import { DateWidget } from './date-widget.tsx';
import { useIsShadowed } from './name-watch.ts';
import { SelectorWidget } from './selector-widget.tsx';
import { SliderWidget } from './slider-widget.tsx';
import { TextWidget } from './text-widget.tsx';
import type { WidgetProps } from './widget-props.ts';
import './widget.css';

type WidgetType = 'slider' | 'textInput' | 'dateSelector' | 'dataInput' | 'button' | 'selector';
type AnyProps = Record<string, BlockProp>;

function propSchema(props: Readonly<Record<string, BlockProp>>) {
  return Object.fromEntries(Object.entries(props).map(([name, preset]) => [name, { default: preset }]));
}

/** The prop that says in a word what a block is set to, for other programs. */
const valueProps: Readonly<Record<WidgetType, string>> = {
  slider: 'value',
  textInput: 'text',
  dateSelector: 'date',
  dataInput: 'name',
  button: 'text',
  selector: 'selected',
};

function widgetSpec<Props>(type: WidgetType, Widget: ComponentType<WidgetProps<Props>>) {
  const spec = createReactBlockSpec(
    { type, propSchema: propSchema(notebookBlockTypes[type].props), content: 'none' },
    {
      render: ({ block, editor }) => (
        <LiveWidget
          blockId={block.id}
          props={block.props as AnyProps}
          editor={editor as unknown as NotebookEditor}
          Widget={Widget as unknown as ComponentType<WidgetProps<AnyProps>>}
        />
      ),
      toExternalHTML: ({ block }) => (
        <p>
          {String(block.props['label'])}: {String(block.props[valueProps[type]] ?? '')}
        </p>
      ),
    },
  )();
  const { render } = spec.implementation;
  spec.implementation.render = function renderWidget(...args) {
    return Object.assign(render.apply(this, args), { stopEvent: ownEvents });
  };
  return spec;
}

interface LiveWidgetProps {
  blockId: string;
  props: AnyProps;
  editor: NotebookEditor;
  Widget: ComponentType<WidgetProps<AnyProps>>;
}

/** A widget bound to its block: changes go into the document, and undo is the notebook's. */
function LiveWidget({ blockId, props, editor, Widget }: LiveWidgetProps) {
  const { isEditable } = useNotebook();
  const isShadowed = useIsShadowed(editor, blockId);
  const change = (wanted: Partial<AnyProps>) => {
    // The block may have been deleted by another while a value waited to be written.
    if (editor.isEditable && editor.getBlock(blockId)) editor.updateBlock(blockId, { props: wanted } as never);
  };
  return (
    <div className="widget-host" onKeyDown={(event) => undoByKey(event, editor)}>
      <Widget props={props} isEditable={isEditable} isShadowed={isShadowed} onChange={change} />
    </div>
  );
}

/** A text field's own undo knows nothing of what others and the document do. */
function undoByKey(event: KeyboardEvent, editor: NotebookEditor): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  event.preventDefault();
  (event.target as HTMLElement).blur();
  if (key === 'y' || event.shiftKey) editor.redo();
  else editor.undo();
}

/** The input blocks. An editor that did not know them would remove them from the document. */
export const widgetSpecs = {
  slider: widgetSpec('slider', SliderWidget),
  textInput: widgetSpec('textInput', TextWidget),
  dateSelector: widgetSpec('dateSelector', DateWidget),
  dataInput: widgetSpec('dataInput', DataWidget),
  button: widgetSpec('button', ButtonWidget),
  selector: widgetSpec('selector', SelectorWidget),
};
