/**
 * What axe finds in the page parts that come from VitePress: the rule, the end of the selector, and why we accept the
 * finding.
 */
export const THEME_FAULTS: readonly { readonly rule: string; readonly at: RegExp; readonly why: string }[] = [
  {
    rule: 'nested-interactive',
    at: /\.item\[role="button"\]$/,
    why: 'A group of the sidebar is a button, and so is the arrow in it: both do the same, and the theme has no option to change this.',
  },
  {
    rule: 'label-content-name-mismatch',
    at: /^\.DocSearch$/,
    why: 'The search button has the name "Search" and shows "Search" with its keyboard shortcut, which no option hides from screen readers.',
  },
];
