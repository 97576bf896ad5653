/** The member states of the European Union, ISO 3166-1 alpha-2, separated by spaces. */
export const MEMBER_STATES = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';

/** The member state whose rates apply in a country; undefined outside the Union. */
export function memberState(country: string): string | undefined {
  // Monaco is treated as part of France: Directive 2006/112/EC, art. 7.
  const state = country === 'MC' ? 'FR' : country;
  return state.length === 2 && !state.includes(' ') && MEMBER_STATES.includes(state) ? state : undefined;
}
