import { TOOLS, type ToolCategory, type ToolDefinition } from '@groma/model';
import { Dialog, EmptyState, SearchIcon, TextField } from '@groma/ui';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useProject } from '../../../platform/session.ts';
import { useText, type Text } from '../../../platform/text.ts';
import { useOwnTools } from '../../../registry/own-tools.ts';
import { headingOf } from '../../../registry/tool-words.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { nodeIcons } from '../canvas/flow-node.tsx';
import type { NewNode } from '../graph/new-nodes.ts';

/** Asks which node is to be added; closing the dialog adds none. */
export function pickNode(onPick: (wanted: NewNode) => void): void {
  openDialog((props) => <NodePicker {...props} onPick={onPick} />);
}

interface Choice {
  value: NewNode;
  type: keyof typeof nodeIcons;
  name: string;
  help: string;
}

interface Section {
  title: string;
  choices: Choice[];
}

const basic = ['input', 'conversion', 'output'] as const;
const general = ['data', 'query', 'condition', 'merge', 'files', 'collect', 'save', 'note'] as const;
const categories: readonly ToolCategory[] = [...new Set(TOOLS.map(({ category }) => category))];

function NodePicker({ opened, onClose, onPick }: DialogHostProps & { onPick: (wanted: NewNode) => void }) {
  const t = useText();
  const [query, setQuery] = useState('');
  const own = useOwnTools(useProject().id);
  const sections = sectionsOf(query, own, t);
  const choices = sections.flatMap((section) => section.choices);
  const [active, setActive] = useState(0);
  const at = Math.min(active, choices.length - 1);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const pick = ({ value }: Choice) => {
    onClose();
    onPick(value);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && choices[at]) pick(choices[at]);
    else if (step && choices.length > 0) {
      const next = (at + step + choices.length) % choices.length;
      setActive(next);
      list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
    } else return;
    event.preventDefault();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('workflow.addNode')}>
      <TextField
        type="search"
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={choices[at] && `${id}-${at}`}
        icon={<SearchIcon size={14} />}
        aria-label={t('workflow.searchNodes')}
        placeholder={t('workflow.searchNodes')}
        value={query}
        data-autofocus
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      {choices.length === 0 && <EmptyState icon={<SearchIcon size={18} />} title={t('workflow.noNodesFound')} />}
      <div ref={list} id={id} className="workflow-picker" role="listbox" aria-label={t('workflow.addNode')}>
        {sections.map((section) => (
          <div key={section.title} role="group" aria-label={section.title}>
            <h3 aria-hidden>{section.title}</h3>
            {section.choices.map((choice) => {
              const place = choices.indexOf(choice);
              const Icon = nodeIcons[choice.type];
              return (
                <div
                  key={choice.value}
                  id={`${id}-${place}`}
                  role="option"
                  className="workflow-pick"
                  aria-selected={place === at}
                  title={choice.help}
                  onPointerMove={() => setActive(place)}
                  onClick={() => pick(choice)}
                >
                  <Icon size={16} />
                  <span>{choice.name}</span>
                  <small>{choice.help}</small>
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

/** What can be added, by what the person has typed: every word must be found. */
function sectionsOf(query: string, own: readonly ToolDefinition[], t: Text): Section[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const isFound = ({ name, help, value }: Choice) => {
    const text = `${name} ${help} ${value}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
  const kinds = (types: readonly (typeof basic | typeof general)[number][]) =>
    types.map((type): Choice => ({
      value: type,
      type,
      name: t(`workflow.kind.${type}`),
      help: t(`workflow.about.${type}`),
    }));
  const sections = [
    { title: t('workflow.stepsGeneral'), choices: kinds(general) },
    { title: t('workflow.stepsBasic'), choices: kinds(basic) },
    ...[...new Set(own.map((tool) => headingOf(tool, t)))].map((heading) => ({
      title: heading,
      choices: own
        .filter((tool) => headingOf(tool, t) === heading)
        .map(({ id, name, help }): Choice => ({ value: `tool:${id}`, type: 'tool', name, help })),
    })),
    ...categories.map((category) => ({
      title: t(`tool.category.${category}`),
      choices: TOOLS.filter((tool) => tool.category === category).map(({ id }): Choice => ({
        value: `tool:${id}`,
        type: 'tool',
        name: t(`tool.${id}.name`),
        help: t(`tool.${id}.help`),
      })),
    })),
  ];
  return sections
    .map(({ title, choices }) => ({ title, choices: choices.filter(isFound) }))
    .filter(({ choices }) => choices.length > 0);
}
