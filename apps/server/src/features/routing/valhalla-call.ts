export type ValhallaAction = 'isochrone' | 'route' | 'matrix' | 'locate';

/** Asks Valhalla, wherever it runs. @throws RoutingComplaint as Valhalla says; GromaError ROUTING_FAILED, CANCELED */
export type CallValhalla = (action: ValhallaAction, query: object) => Promise<unknown>;

/** How the engine is called in messages. */
export const engineName = 'Valhalla';

/** What an engine says of a question that it cannot answer, in its own words. */
export class RoutingComplaint extends Error {
  override readonly name = 'RoutingComplaint';
}
