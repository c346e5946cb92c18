import { workflowDataTypeNames, type WorkflowDataType } from './format-table.ts';
import { generalTexts, type GeneralTextKey } from './general-texts.ts';

/**
 * What a workflow says of itself: a key of the noun `workflow-text`, and what fills its `{{name}}` places, which may be
 * such a text again.
 */
export interface WorkflowText {
  key: string;
  values: Readonly<Record<string, string | number | WorkflowText>>;
}

/**
 * The English of what checks, runs and new nodes say, by key. This is what stands on the wire and in histories (002
 * §§4, 5, 8, to the letter); the page says the same in the language of the person.
 */
const spoken = {
  'issue.nodeCount': 'Need exactly 1 input, 1 output, and 1 conversion node for now',
  'issue.connectionCount': 'Need input to conversion and conversion to output connections',
  'issue.inputWithIncoming': 'Input "{{name}}" cannot have incoming connections',
  'issue.outputWithOutgoing': 'Output "{{name}}" cannot have outgoing connections',
  'issue.includeRequired': 'Include paths are required and cannot be empty',
  'issue.includePaths': 'Include paths: {{problem}}',
  'issue.excludePaths': 'Exclude paths: {{problem}}',
  'issue.outputFormat': 'Output format is required',
  'issue.outputFolder': 'Output folder path must start with /data/, end with /, and cannot have consecutive slashes',
  'issue.types': 'Input and output type are required',
  'issue.formats': 'Input and output format are required',
  'issue.unsupported': 'Unsupported conversion: {{from}} → {{to}}',
  'issue.sameFormat': 'Same input and output format detected: {{format}}',
  'issue.subset': '{{format}} format is already a subset of 3D Tiles 1.0',
  'issue.toI3s': 'I3S format is not supported for conversion from B3DM or PNTS',
  'issue.cycle': 'Circular dependency detected: {{nodes}}',
  'issue.unconnected': 'Node "{{name}}" is not connected',
  'path.at': 'Path {{number}}: {{problem}}',
  'path.empty': 'The path is empty',
  'path.start': 'The path must start with /data/',
  'path.folder': 'A folder needs a name after /data/',
  'path.slashes': 'The path has consecutive slashes',
  'path.star': 'Only one * is allowed, in the last part of the path',
  'path.extension': 'The file name needs an extension',
  'path.pattern': 'A pattern must specify an extension, such as *.tif',
  'path.wrongExtension': 'Invalid file extension for {{type}}. Expected: {{extensions}}',
  'path.tileset': 'Tileset file name must contain "tileset"',
  'run.invalidInputs': 'Invalid input paths',
  'run.invalidExcluded': 'Invalid excluded paths',
  'run.outside': '{{dialog}}: All paths must start with "/data/". Found invalid paths: {{paths}}',
  'run.noPaths': 'No input paths specified in input nodes',
  'run.noFormat': 'No output format specified in conversion nodes',
  'run.submitting': 'Submitting new workflow job...',
  'run.accepted': 'Workflow submitted successfully',
  'run.completed': 'Conversion completed successfully',
  'run.workflowCompleted': 'Workflow completed successfully',
  'run.failed': 'Workflow failed',
  'run.submitFailed': 'Failed to submit workflow',
  'run.canceled': 'The operation was canceled.',
  'run.processing': 'Processing... ({{finished}}/{{total}} steps)',
  'run.filesFailed': '{{failed}} of {{count}} files failed',
  'new.input': 'Input Data',
  'new.conversion': 'Format Conversion',
  'new.output': 'Output Data',
} as const;
export type WorkflowTextKey = keyof typeof spoken | GeneralTextKey | `type.${WorkflowDataType}`;

const english: Readonly<Record<WorkflowTextKey, string>> = {
  ...spoken,
  ...generalTexts,
  ...(Object.fromEntries(Object.entries(workflowDataTypeNames).map(([type, name]) => [`type.${type}`, name])) as Record<
    `type.${WorkflowDataType}`,
    string
  >),
};

/** The English of every text by its key, for the noun `workflow-text`. */
export function workflowTexts(): Map<string, string> {
  return new Map(Object.entries(english));
}

export function workflowText(key: WorkflowTextKey, values: WorkflowText['values'] = {}): WorkflowText {
  return { key, values };
}

/** A text in English, its places filled in. */
export function englishText({ key, values }: WorkflowText): string {
  return english[key as WorkflowTextKey].replaceAll(place, (_whole, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'object' ? englishText(value) : String(value);
  });
}

const place = /\{\{(\w+)\}\}/g;
let patterns: readonly { key: string; pattern: RegExp; names: string[] }[] | undefined;

/** Which text an English message is, as a history or a server has it; null for one that is none of ours. */
export function readWorkflowText(message: string): WorkflowText | null {
  patterns ??= Object.entries(english)
    // What is all places fits everything; what has the most words of its own is the closest.
    .filter(([, text]) => /\p{L}/u.test(text.replaceAll(place, '')))
    .sort(([, first], [, second]) => wordsOf(second) - wordsOf(first))
    .map(([key, text]) => ({
      key,
      pattern: patternOf(text),
      names: [...text.matchAll(place)].map(([, name]) => name!),
    }));
  for (const { key, pattern, names } of patterns) {
    const found = pattern.exec(message);
    if (found)
      return {
        key,
        values: Object.fromEntries(names.map((name, at) => [name, readWorkflowText(found[at + 1]!) ?? found[at + 1]!])),
      };
  }
  return null;
}

function wordsOf(text: string): number {
  return text.replaceAll(place, '').length;
}

function patternOf(text: string): RegExp {
  const parts = text.split(/\{\{\w+\}\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('(.+?)')}$`, 's');
}
