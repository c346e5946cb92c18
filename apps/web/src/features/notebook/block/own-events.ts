/**
 * The `stopEvent` of a block that is an application of its own: keys and clicks inside belong to its controls, and only
 * a drag over it is the business of the notebook around it.
 */
export const ownEvents = ({ type }: Event): boolean => !type.startsWith('drag') && type !== 'drop';
