/** Whether the tests use the browser from npm, which is built for Linux on x64. It made the reference screenshots. */
export const isPacked = !process.env.CHROMIUM && process.platform === 'linux' && process.arch === 'x64';
