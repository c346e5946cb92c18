import type { ErrorCode } from '../error/catalogue.ts';

/** The categories of the specification, in its order, then what analysts expect beyond it. */
export const toolCategories = [
  'measurement',
  'transformation',
  'conversion',
  'coordinates',
  'polygons',
  'points',
  'overlay',
  'sampling',
  'table',
  'routing',
  'imagery',
  'custom',
  'workspace',
] as const;

export type ToolCategory = (typeof toolCategories)[number];

/** What an input may hold; a layer may have several kinds at once. */
export type ToolKind = 'point' | 'line' | 'polygon';

/**
 * What a tool takes. The first input is the selection or the layer; each further one is chosen by the field with its
 * name.
 */
export interface ToolInput {
  readonly name: 'features' | 'other';
  readonly kinds: 'any' | readonly ToolKind[];
  /** `any` is at least one, `multiple` at least two, a number exactly so many. */
  readonly count: 'any' | 'multiple' | number;
  /** Where more are needed than `count` says. */
  readonly least?: number;
  /** Rows without a geometry count as well. */
  readonly takesRows?: true;
  /** It is not taken where a field has a value and another has that one. */
  readonly isOptionalWith?: {
    readonly field: string;
    readonly and: { readonly field: string; readonly value: string };
  };
  /** The tool also does without. */
  readonly isOptional?: true;
}

interface FieldBase {
  readonly name: string;
  /** What people have written, where they have made the tool; it is shown in every language as it is. */
  readonly label?: string;
  /** The field counts only while the field `of` has one of these values; else it stands for its default. */
  readonly when?: { readonly of: string; readonly is: readonly string[] };
}

/** What a person sets before a tool runs; `default` is what stands in the form. */
export type ToolField = FieldBase &
  (
    | {
        readonly type: 'boolean';
        /** Null where nothing is proposed. */
        readonly default: boolean | null;
        readonly isRequired?: true;
      }
    | {
        readonly type: 'number';
        /** Null where nothing is proposed. */
        readonly default: number | null;
        readonly isRequired?: true;
        /** What the number counts, where it is fixed. */
        readonly unit?: 'degrees' | 'meters' | 'kilometers';
        readonly minimum?: number;
        readonly maximum?: number;
        readonly step?: number;
        readonly isWhole?: true;
      }
    | {
        readonly type: 'select';
        /** An empty text where nothing is proposed. */
        readonly default: string;
        readonly options: readonly string[];
        readonly isRequired?: true;
      }
    | { readonly type: 'string'; readonly default: string; readonly isRequired?: true }
    /** A part of the Earth in degrees, `west,south,east,north`; west is greater than east across the antimeridian. */
    | { readonly type: 'extent'; readonly default: null }
    /** A column of an input, or none. */
    | { readonly type: 'column'; readonly of: ToolInput['name']; readonly default: null; readonly isRequired?: true }
    | { readonly type: 'columns'; readonly of: ToolInput['name']; readonly default: readonly string[] }
    /** A condition over the columns of an input. */
    | { readonly type: 'expression'; readonly of: ToolInput['name']; readonly default: '' }
    /** A layer, which becomes that input. */
    | { readonly type: 'layer'; readonly input: ToolInput['name']; readonly default: null }
    /** A day as dd-MM-yyyy, or an empty text. */
    | { readonly type: 'date'; readonly default: string }
    /**
     * Data of the project by its reference, or none; its rows are left to the code that is given it. That of an input
     * may come by a wire in a workflow.
     */
    | { readonly type: 'data'; readonly default: string | null; readonly isRequired?: true; readonly isInput?: true }
    /** Any number of options. */
    | { readonly type: 'choices'; readonly default: readonly string[]; readonly options: readonly string[] }
    /** A file of the project whose name ends in one of these, by its path, or none. */
    | { readonly type: 'file'; readonly endings: readonly string[]; readonly default: null }
    /** A raster layer or a raster file of the project by its reference, or none. */
    | { readonly type: 'image'; readonly default: null; readonly isRequired?: true }
    /** Several of them. */
    | { readonly type: 'images'; readonly default: readonly string[]; readonly least: number }
    /** Several with a date, which may also be drawn from addresses (`parseDatedImage`). */
    | { readonly type: 'images'; readonly isDated: true; readonly default: readonly string[]; readonly least: number }
    /** A band of the image in the field `of`, by its name or number; an empty text for none. */
    | { readonly type: 'band'; readonly of: string; readonly default: string }
    /** Several of them; none for all. */
    | { readonly type: 'bands'; readonly of: string; readonly default: readonly string[] }
  );

/**
 * A tool as data: form, command, node, call, documentation and assistant's function follow from it. Names and help are
 * English; screens show them in their language (`toolTexts`).
 */
export interface ToolDefinition {
  readonly id: string;
  readonly category: ToolCategory;
  readonly name: string;
  readonly shortName: string;
  readonly help: string;
  readonly inputs: readonly ToolInput[];
  readonly fields: readonly ToolField[];
  /** What comes out: the kinds that went in, one kind, whatever there is, rows without geometry, or an image. */
  readonly output: 'same' | ToolKind | 'any' | 'table' | 'image';
  /** What the assistant may say beyond the fields: whether the result replaces what went in. */
  readonly assistant: { readonly replace: { readonly type: 'boolean'; readonly default: false } };
  /** What may be wrong with inputs and parameters. */
  readonly problems: readonly ErrorCode[];
  /** What the tool asks beside its inputs, which the server has. */
  readonly service?: ToolServiceName;
  /** Images are worked on: what carries it out reads and writes files, and no features. */
  readonly engine?: 'images';
  /**
   * People have made the tool: its texts are theirs, and stand under the heading of this name, or that of the
   * workspace.
   */
  readonly own?: { readonly heading: string };
  /** Of a workflow that is a tool: the names of its results, the first of which is the one that counts. */
  readonly outputs?: readonly string[];
  /** Ids of the tools of people that it uses itself. */
  readonly uses?: readonly string[];
}

/** What tools ask of the server, by name. */
export type ToolServiceName = 'routing' | 'imagery' | 'forest' | 'series';

/** What a family writes of a tool; the rest is the same for all or follows from it. */
type ToolSource = Omit<ToolDefinition, 'assistant' | 'problems' | 'shortName' | 'category'> & {
  readonly shortName?: string;
  readonly problems?: readonly ErrorCode[];
};

/** Fills in what the tools of a family share. */
export function defineTools<const Tools extends readonly ToolSource[]>(
  category: ToolCategory,
  tools: Tools,
): readonly (ToolDefinition & { readonly id: Tools[number]['id'] })[] {
  return tools.map((tool) => ({
    ...tool,
    category,
    shortName: tool.shortName ?? tool.name,
    assistant: { replace: { type: 'boolean', default: false } },
    problems: [...countProblems, ...(tool.problems ?? [])],
  }));
}

const countProblems: readonly ErrorCode[] = [
  'TOOL_NEEDS_FEATURES',
  'TOOL_NEEDS_MORE',
  'TOOL_NEEDS_EXACTLY',
  'TOOL_NEEDS_POINTS',
  'TOOL_NEEDS_LINES',
  'TOOL_NEEDS_POLYGONS',
  'TOOL_NEEDS_LINES_OR_POLYGONS',
  'TOOL_NEEDS_POINTS_OR_POLYGONS',
];

/** Each feature by itself, or all of them as one. */
export const iterate = { name: 'iterate', type: 'boolean', default: true } as const satisfies ToolField;

export const anyFeatures = { name: 'features', kinds: 'any', count: 'any' } as const satisfies ToolInput;

export const polygonFeatures = { name: 'features', kinds: ['polygon'], count: 'any' } as const satisfies ToolInput;
