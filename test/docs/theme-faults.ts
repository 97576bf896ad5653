/** What axe finds in parts of pages that VitePress makes: the rule, the end of the selector, and why it is accepted. */
export const THEME_FAULTS: readonly { readonly rule: string; readonly at: RegExp; readonly why: string }[] = [
  {
    rule: 'nested-interactive',
    at: /\.item\[role="button"\]$/,
    why: 'A group of the side bar is a button, and so is the arrow in it: both do the same, and the theme has no option for it.',
  },
  {
    rule: 'label-content-name-mismatch',
    at: /^\.DocSearch$/,
    why: 'The search button is called "Search" and shows "Search" with its keys, which are hidden from screen readers by no option.',
  },
];
