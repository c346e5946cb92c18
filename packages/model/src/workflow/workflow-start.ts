/** What begins a run of a workflow by itself: a time, a call with a secret, a change of a layer or file. */
export const workflowStartKinds = ['schedule', 'webhook', 'change'] as const;
export type WorkflowStartKind = (typeof workflowStartKinds)[number];

/** Starts that a workflow may have. */
export const mostWorkflowStarts = 20;

/** The header in which a webhook gives its secret. */
export const webhookSecretHeader = 'x-groma-secret';
