/**
 * Whether the tests use the browser from npm, which runs on Linux x64 only. The reference screenshots come from this
 * browser.
 */
export const isPacked = !process.env.CHROMIUM && process.platform === 'linux' && process.arch === 'x64';
