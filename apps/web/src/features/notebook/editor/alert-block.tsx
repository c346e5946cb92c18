import { createReactBlockSpec } from '@blocknote/react';
import { alertTypes, notebookBlockTypes } from '@groma/model';
import { AlertCircleIcon, AlertTriangleIcon, CircleCheckIcon, InfoCircleIcon, Menu, type Icon } from '@groma/ui';
import { useText } from '../../../platform/text.ts';

type AlertType = (typeof alertTypes)[number];

const icons: Readonly<Record<AlertType, Icon>> = {
  info: InfoCircleIcon,
  success: CircleCheckIcon,
  warning: AlertTriangleIcon,
  error: AlertCircleIcon,
};
const { props } = notebookBlockTypes.alert;

/** A note that stands out, of four types (NBK-089, NBK-090); its icon changes the type. */
export const alertSpec = createReactBlockSpec(
  {
    type: 'alert',
    propSchema: {
      type: { default: props.type as AlertType, values: alertTypes },
      textAlignment: { default: props.textAlignment, values: ['left', 'center', 'right', 'justify'] },
      textColor: { default: props.textColor },
    },
    content: 'inline',
  },
  {
    render: ({ block, editor, contentRef }) => (
      <div className="alert-block" data-kind={typeOf(block.props.type)}>
        <AlertMark
          type={typeOf(block.props.type)}
          isEditable={editor.isEditable}
          onChange={(type) => editor.updateBlock(block, { type: 'alert', props: { type } })}
        />
        <div className="alert-text" ref={contentRef} />
      </div>
    ),
  },
);

/** A type that a client made up is drawn as information. */
function typeOf(type: string): AlertType {
  return alertTypes.find((known) => known === type) ?? 'info';
}

function AlertMark({
  type,
  isEditable,
  onChange,
}: {
  type: AlertType;
  isEditable: boolean;
  onChange(type: AlertType): void;
}) {
  const t = useText();
  const Mark = icons[type];
  if (!isEditable)
    return (
      <span className="alert-mark" contentEditable={false} role="img" aria-label={t(`notebook.alert.${type}`)}>
        <Mark size={16} />
      </span>
    );
  const items = alertTypes.map((each) => {
    const EachMark = icons[each];
    return {
      key: each,
      label: t(`notebook.alert.${each}`),
      icon: <EachMark />,
      active: each === type,
      onSelect: () => onChange(each),
    };
  });
  return (
    <Menu
      items={items}
      target={
        <button
          type="button"
          className="alert-mark"
          contentEditable={false}
          aria-label={t('notebook.alertKindIs', { kind: t(`notebook.alert.${type}`) })}
        >
          <Mark size={16} />
        </button>
      }
    />
  );
}
